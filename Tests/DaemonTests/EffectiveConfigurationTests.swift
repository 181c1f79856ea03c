import LinuxSystem
import TestSupport
import Testing
import UserInput
import Varlink
import WaymarkEngine

@testable import Daemon

@Suite("What the service is configured to do")
struct EffectiveConfigurationTests {
    private func effective(_ text: String, _ arguments: [String] = []) throws -> EffectiveConfiguration {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "waymarkd.conf")
        let line = try Options.description.parse(["--config", folder.path + "/waymarkd.conf"] + arguments)
        return try EffectiveConfiguration(Options(line))
    }

    @Test("has each limit of the server from its own key, and twice as many connections for its own user")
    func serverLimits() throws {
        let text = """
            [Socket]
            MaxConnections=100
            MaxConnectionsPerUser=20
            MaxMessageSize=8K
            MessageTimeout=3s
            MaxPendingCalls=5
            CoalesceAbove=16K
            MaxOutputQueue=32K
            StallTimeout=7s

            """
        var expected = VarlinkServer.Limits()
        expected.connections = 100
        expected.connectionsPerUser = 20
        expected.connectionsPerPrivilegedUser = 40
        expected.conversation.messageBytes = 8 << 10
        expected.conversation.partialMessage = .seconds(3)
        expected.conversation.waitingCalls = 5
        expected.congestedOutputBytes = 16 << 10
        expected.outputBytes = 32 << 10
        expected.outputStall = .seconds(7)
        #expect(try effective(text).serverLimits == expected)
        #expect(try effective("").serverLimits == VarlinkServer.Limits())
    }

    @Test(
        "is to switch receivers off for pauses only if one of them would save power",
        arguments: [
            (["gpsd://localhost:1"], true), (["serial:///dev/ttyUSB0"], true), (["tcp://localhost:1"], true),
            (["udp://:4000"], true), (["unix:///run/nmea"], true), (["file:///tmp/drive.nmea"], false),
            (["file:///tmp/drive.nmea", "unix:///run/nmea"], true),
        ]
    )
    func pauses(receivers: [String], mayPause: Bool) throws {
        let settings = try effective("", receivers.flatMap { ["--receiver", $0] }).engineSettings
        #expect((settings.dutyCycle != nil) == mayPause)
        let simulated = ["--simulated", "--socket", "/tmp/none", "--state", "/tmp/none"]
        #expect(try effective("", simulated).engineSettings.dutyCycle == nil)
    }

    @Test("switches receivers off for pauses as fits those that it has, while others wait for a restart")
    func pausesAfterReload() throws {
        let live = try effective("[Receivers]\nReceiver=gpsd://localhost:1\n")
        let played = try effective("[Receivers]\nReceiver=file:///tmp/drive.nmea\n")
        #expect(played.engineSettings(with: live.receivers).dutyCycle != nil)
        #expect(live.engineSettings(with: played.receivers).dutyCycle == nil)
    }

    /// What `--check` remarks about, with the line of the file; `nil` for nothing.
    static let doubtful: [(text: String, remark: String?)] = [
        ("[Receivers]\nReceiver=gpsd://localhost?user=nobody-known", "2: receiver 'gpsd://localhost?user="),
        ("[Receivers]\nReceiver=tcp://a:1\nReceiver=tcp://a:1?user=*", "3: receiver 'tcp://a:1?user=*'"),
        ("[Receivers]\nReceiver=udp://:1?from=1.2.3.4\nReceiver=udp://:1?from=1.2.3.5", nil),
        ("[Policy]\nForbid=* user:nobody-known", "2: [Policy]: there is no user 'nobody-known'"),
        ("[Policy]\nAllow=org.example.App@nobody-known", "2: [Policy]: there is no user 'nobody-known'"),
        ("[Socket]\nHostGroup=nobody-known", "2: 'HostGroup=' in [Socket]: there is no group"),
        ("[Bridge]\nMovementUser=nobody-known", "2: 'MovementUser=' in [Bridge]: there is no user"),
        ("[Bridge]\nUser=waymark-geoclue\nBeaconUser=waymark-beacons\n[Socket]\nHostGroup=waymark", nil),
        ("[Manifests]\nFolder=/nonexistent/apps", "2: 'Folder=' in [Manifests]: /nonexistent/apps: No such"),
        ("[Place]\nFile=/nonexistent/place", "2: 'File=' in [Place]: /nonexistent/place: No such"),
        ("[Record]\nFile=/nonexistent/x.run", "2: 'File=' in [Record]: /nonexistent/: No such"),
        ("[State]\nDirectory=/nonexistent\n[Record]\nFile=/nonexistent/x.run", nil),
        ("[Widgets]\nRetryAfter=2h", "2: 'RetryAfter=' is longer than 'RetryAtMost='"),
        ("[Place]\nAccuracy=5m", "2: 'Accuracy=' needs 'Position='"),
        ("[Place]\nAccuracy=5m\nPosition=1,2", nil),
    ]

    @Test(
        "has a warning of --check for a setting that names nothing or contradicts another",
        arguments: doubtful
    )
    func remarks(text: String, remark: String?) throws {
        // The machine of the tests may have a wrong file of GeoClue's.
        let remarks = try effective(text).remarks.filter { !$0.hasPrefix("/etc/geolocation") }
        #expect(remarks.count == (remark == nil ? 0 : 1), "\(remarks)")
        if let remark { #expect(remarks.first?.contains("/waymarkd.conf:\(remark)") == true, "\(remarks)") }
    }

    @Test("is refused with the line or the option that is to blame")
    func blame() throws {
        let configured = try effective("[Receivers]\nReceiver=file:///nonexistent.nmea\n[Socket]\nPath=/x\n")
        #expect(configured.receiverProblems().first?.contains("/waymarkd.conf:2: ") == true)
        #expect(configured.receiverProblems(but: configured.receivers) == [])
        let failure = ListenFailure.notASocket("/x")
        #expect(configured.place(of: failure).hasSuffix("/waymarkd.conf:4: "))
        let asked = try effective("[Socket]\nPath=/x\n", ["--socket", "/y"])
        #expect(asked.place(of: failure) == "--socket: ")
        #expect(try effective("").place(of: failure) == "")
        let feeds = "[Receivers]\nReceiver=feed://a\nReceiver=feed://a?rank=1\n"
        let twice = #expect(throws: OwnersProblem.self) { try effective(feeds) }
        #expect(twice?.description.contains("/waymarkd.conf:3: two receivers are the feed 'a'") == true)
    }
}

import LinuxSystem
import TestSupport
import Testing
import UserInput
import Varlink
import VarlinkSocket
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
}

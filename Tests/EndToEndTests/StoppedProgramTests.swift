import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A program that is stopped for ten minutes", .ownThreads, .timeLimit(.minutes(10)))
struct StoppedProgramTests: ~Copyable {
    private static let app = "org.example.app"
    private static let seconds = 600
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Ten minutes of a drive to the north with a fix a second, and then an hour at its end, a minute each second.
    private func drive() throws -> String {
        let text = (0..<Self.seconds + 3600).map { second in
            // 0.012 minutes of latitude are 22 m.
            let minutes = 12_000 + 12 * min(second, Self.seconds)
            let latitude = "52\(minutes / 1000).\(String(minutes % 1000 + 1000).dropFirst())00"
            let clock = StillRecording.clock(second % 3600)
            let place = "\(latitude),N,01324.30000,E"
            return StillRecording.sentence("GNRMC,\(clock),A,\(place),42.8,0.0,120526,,,A")
                + StillRecording.sentence("GNGGA,\(clock),\(place),1,10,0.8,35.0,M,45.0,M,,")
        }.joined()
        try folder.write(text, to: "drive.nmea")
        return "file://\(folder.path)/drive.nmea?speed=60"
    }

    @Test("as a provider costs no memory under a fix a second, and makes the newest state when it goes on")
    func provider() async throws {
        let daemon = try await DaemonProcess(
            receiver: try drive(),
            configuration: "[Widgets]\nTimelineDeadline=1\nRetryAfter=1\nRetryAtMost=1\n"
                + "[SignificantChange]\nDistance=100\nInterval=1\n"
        )
        let tool = Tool(daemon)
        let provider = try tool.start([
            "provide", Self.app, "where", "--", "sh", "-c", "echo ${WAYMARK_LATITUDE:-none}",
        ])
        let widget = try await tool.place(Self.app, "where")
        try await tool.succeed("authorize", Self.app, "when-in-use", "--widgets", "yes")
        try await tool.succeed("show", widget)
        try await waiting(until: "a place") {
            try await daemon.views()[0]["entry"]["content"]["text"].string?.hasPrefix("52.") == true
        }
        provider.signal(SIGSTOP)
        let before = try daemon.residentKibibytes
        let client = try ScriptedClient(daemon)
        let locate = LocationInterface.GetLocation(app: Self.app)
        try await waiting(until: "the end of the drive") {
            try client.call(locate).location.map { $0.coordinate.latitudeDegrees > 52.3199 } ?? false
        }
        let after = try daemon.residentKibibytes
        #expect(after - before < 4096, "from \(before) to \(after) KiB")
        provider.signal(SIGCONT)
        // The last change of the drive may come up to 100 m, and the accuracy of a fix, before its end.
        try await waiting(until: "the newest place") {
            let text = try await daemon.views()[0]["entry"]["content"]["text"].string ?? ""
            return Double(text).map { $0 > 52.318 } ?? false
        }
    }
}

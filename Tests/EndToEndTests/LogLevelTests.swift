import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The log at its usual level", .ownThreads, .timeLimit(.minutes(10)))
struct LogLevelTests {
    @Test("warns of a receiver that is away, tells of what changes, and leaves out what apps ask for")
    func levels() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/s"
        try folder.write(
            """
            [Socket]
            Path=\(socket)
            [State]
            Directory=\(folder.path)/state
            [Receivers]
            Receiver=serial:///dev/no-such-device

            """,
            to: "waymarkd.conf"
        )
        let daemon = try RunningProgram([BuiltPrograms.daemon, "--config", folder.path + "/waymarkd.conf"])
        defer { daemon.kill() }
        try await waiting(until: "the service") { (try? UnixStream(connectingTo: socket)) != nil }
        let client = try ScriptedClient(at: socket)
        let app = "org.example.app"
        try client.call(SettingsInterface.Authorize(app: app, status: .authorizedWhenInUse))
        try client.call(LocationInterface.GetLocation(app: app, deadlineSeconds: 0.5))
        // Its reply comes after the turn in which the service logged the end of the request.
        try client.call(SettingsInterface.GetServices())
        let lines = daemon.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("warning: ") && $0.contains("/dev/no-such-device: absent") })
        #expect(
            lines.contains { $0.hasPrefix("info: ") && $0.contains("receivers on: ") },
            "\(daemon.errors)"
        )
        #expect(!daemon.errors.contains("asks for a location"), "\(daemon.errors)")
    }
}

import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The log at its usual level", .ownThreads, .timeLimit(.minutes(10)))
struct LogLevelTests {
    private static let app = "org.example.app"

    @Test("warns of a receiver that is away, tells of what changes, and leaves out what apps ask for")
    func levels() async throws {
        let folder = try TemporaryFolder()
        let socket = folder.path + "/s"
        let places = "[Socket]\nPath=\(socket)\n[State]\nDirectory=\(folder.path)/state\n"
        let receiver = "[Receivers]\nReceiver=serial:///dev/no-such-device\n"
        try folder.write(places + receiver, to: "waymarkd.conf")
        let daemon = try RunningProgram([BuiltPrograms.daemon, "--config", folder.path + "/waymarkd.conf"])
        defer { daemon.kill() }
        try await waiting(until: "the service") { (try? UnixStream(connectingTo: socket)) != nil }
        let client = try ScriptedClient(at: socket)
        try client.authorize(Self.app, .authorizedWhenInUse)
        try client.call(LocationInterface.GetLocation(app: Self.app, deadlineSeconds: 0.5))
        // Its reply comes after the turn in which the service logged the end of the request.
        try client.call(SettingsInterface.GetServices())
        let lines = daemon.errors.split(separator: "\n")
        #expect(lines.contains { $0.hasPrefix("warning: ") && $0.contains("/dev/no-such-device: absent") })
        #expect(lines.contains { $0.hasPrefix("info: ") && $0.contains("receivers on: ") }, "\(lines)")
        #expect(!daemon.errors.contains("asks for a location"), "\(daemon.errors)")
    }
}

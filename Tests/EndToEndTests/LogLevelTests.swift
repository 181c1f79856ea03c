import LinuxSystem
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("The log at its usual level", .ownThreads, .timeLimit(.minutes(10)))
struct LogLevelTests: ~Copyable {
    private static let app = "org.example.app"

    private let folder: TemporaryFolder
    private var socket: String { folder.path + "/s" }

    init() throws { folder = try TemporaryFolder() }

    private func service(receiver: String) async throws -> RunningProgram {
        let places = "[Socket]\nPath=\(socket)\n[State]\nDirectory=\(folder.path)/state\n"
        try folder.write("\(places)[Receivers]\nReceiver=\(receiver)\n", to: "waymarkd.conf")
        let daemon = try RunningProgram([BuiltPrograms.daemon, "--config", folder.path + "/waymarkd.conf"])
        try await waiting(until: "the service") { (try? UnixStream(connectingTo: socket)) != nil }
        return daemon
    }

    @Test("warns of a receiver that is away, tells of what changes, and leaves out what apps ask for")
    func levels() async throws {
        let daemon = try await service(receiver: "serial:///dev/no-such-device")
        defer { daemon.kill() }
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

    @Test("has room for others, however often a receiver loses its position")
    func losses() async throws {
        let values = ["A,5231.20000,N,01324.30000,E,0.0,,120526,,,A", "V,,,,,,,120526,,,N"]
        let sentences = (0..<260).map { second in
            sentence("GNRMC,\(StillRecording.clock(second)),\(values[second % 2])")
        }
        try folder.write(sentences.joined(), to: "losses.nmea")
        let daemon = try await service(receiver: "file://\(folder.path)/losses.nmea?speed=max")
        defer { daemon.kill() }
        let client = try ScriptedClient(at: socket)
        try client.authorize(Self.app, .authorizedWhenInUse)
        let app = try ScriptedClient(at: socket).stream(LocationInterface.FollowLocation(app: Self.app))
        #expect(try await app.next().sequence == 1)
        try await waiting(until: "the end of the recording") {
            try client.call(InspectInterface.GetStatus()).receivers.first?.state == .ended
        }
        #expect((1...100).contains(daemon.errors.split(separator: "\n").count { $0.contains(": lost: ") }))
    }
}

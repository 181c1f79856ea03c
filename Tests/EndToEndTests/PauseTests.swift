import Glibc
import LocationModel
import TestSupport
import Testing
import Waymark
import WaymarkInterfaces

@Suite("A pause with the real daemon", .ownThreads, .timeLimit(.minutes(10)))
struct PauseTests {
    private static let app = "org.example.app"

    @Test("survives a kill, keeps streams open and says so everywhere, until the person ends it")
    func pause() async throws {
        let daemon = try await DaemonProcess(receiver: StillRecording.url())
        let tool = Tool(daemon)
        // The tool warns that nobody has seen this app yet.
        let allowed = try await tool.run("authorize", Self.app, "when-in-use", "--for", "7d")
        #expect(allowed.ending == .status(0) && allowed.output.contains("; until "))
        let service = WaymarkService(socketPath: daemon.socketPath)
        var updates = LocationUpdate.liveUpdates(for: Self.app, on: service).makeAsyncIterator()
        while let update = try await updates.next(), update.location == nil {}

        #expect(try await tool.succeed("pause", "2h").hasPrefix("the location of all apps is paused until "))
        kill(daemon.identifier, SIGKILL)
        #expect(try await daemon.end() == .signal(SIGKILL))
        try await daemon.restart()

        while let update = try await updates.next(), update.diagnostics != [.pausedByPerson] {
            #expect(update.location == nil || update.dropped == 0)
        }
        let client = try ScriptedClient(daemon)
        let answer = try client.call(LocationInterface.GetLocation(app: Self.app))
        #expect(answer.location == nil && answer.absence?.reason == .pausedByPerson)
        for command in ["status", "services", "access"] {
            #expect(try await tool.succeed(command).contains("paused"), "\(command)")
        }
        #expect(try await tool.run("explain", Self.app, "--check").ending == .status(6))
        #expect(try await tool.run("doctor").output.contains("end the pause: waymarkctl resume"))
        #expect(try await tool.succeed("apps").contains("then to be asked again"))
        #expect(try await tool.succeed("journal").contains("paused the location of all apps until"))

        try await tool.succeed("resume")
        while let update = try await updates.next(), update.location == nil {}
        #expect(try client.call(SettingsInterface.GetServices()).pause?.endedAt != nil)
        #expect(try client.call(InspectInterface.GetStatus()).pausedUntil == nil)
    }
}

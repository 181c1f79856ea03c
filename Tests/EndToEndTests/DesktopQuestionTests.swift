import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite(
    "waymark-session on a real session bus",
    .enabled(if: NotificationDesktop.obstacle == nil, "\(NotificationDesktop.obstacle ?? "")"),
    .ownThreads,
    .timeLimit(.minutes(10))
)
struct DesktopQuestionTests {
    private func service() async throws -> (DaemonProcess, ScriptedApp) {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try ScriptedClient(daemon).register()
        return (daemon, try await ScriptedApp(daemon))
    }

    private func agent(_ daemon: DaemonProcess, _ desktop: NotificationDesktop) throws -> RunningProgram {
        let options = ["--socket", daemon.socketPath, "--bus", desktop.address, "--again-after", "1"]
        let environment = ["LC_ALL": "de_DE.UTF-8"]
        return try RunningProgram([BuiltPrograms.session] + options, environment: environment)
    }

    @Test("asks with buttons, in the user's language, and the pressed button decides")
    func pressed() async throws {
        let (daemon, app) = try await service()
        let desktop = try await NotificationDesktop()
        try await desktop.startServer()
        let agent = try agent(daemon, desktop)
        try await app.ask(.whenInUse)
        let shown = try JSON(try await desktop.event("notify"))
        #expect(shown["summary"].string == "May Beispiel know the location while it is in use?")
        #expect(shown["body"].string?.contains("Zeigt, was in der Nähe ist.") == true)
        try desktop.person("press 1 allowWhileUsing.reduced")
        let change = try await app.nextChange()
        #expect(change.status == .authorizedWhenInUse && change.accuracy == .reduced)
        #expect(try await agent.stop() == .status(0))
    }

    @Test("asks again when the service did not take the answer")
    func lostAnswer() async throws {
        let daemon = try await DaemonProcess(
            receiver: "gpsd://localhost:1",
            configuration: "[Socket]\nMaxConnections=8\n"
        )
        // It stays connected: where it left late, its place would be free for the answer.
        let first = try ScriptedClient(daemon)
        try first.register()
        let app = try await ScriptedApp(daemon)
        let desktop = try await NotificationDesktop()
        try await desktop.startServer()
        let agent = try agent(daemon, desktop)
        try await app.ask(.whenInUse)
        _ = try await desktop.event("notify", #""id": 1"#)
        // The answer needs a connection of its own. The agent may just have had another one, whose place is free then.
        var others: [ScriptedClient] = []
        for _ in 0..<3 {
            others += (0..<8).compactMap { _ in try? ScriptedClient(daemon) }
            try await Task.sleep(for: .milliseconds(100))
        }
        try desktop.person("press 1 allowWhileUsing")
        try await waiting(until: "the loss") { agent.errors.contains("was not accepted") }
        others = []
        _ = try await desktop.event("notify", #""id": 2"#)
        try desktop.person("press 2 deny")
        #expect(try await app.nextChange().status == .denied)
        withExtendedLifetime((first, others)) {}
    }

    @Test("is an agent only while a server with buttons exists, and outlives the server and the service")
    func restarts() async throws {
        let (daemon, first) = try await service()
        let desktop = try await NotificationDesktop()
        let agent = try agent(daemon, desktop)
        try await waiting(until: "the search") { agent.errors.contains("no notification server") }
        #expect(try first.request(.whenInUse).outcome == .noAgent)
        try await desktop.startServer(capabilities: ["body"])
        try await waiting(until: "the warning") { agent.errors.contains("has no buttons") }
        #expect(try first.request(.whenInUse).outcome == .noAgent)
        desktop.killServer()
        try await desktop.startServer()
        _ = try await desktop.event("notify", "May Beispiel know")

        // The questions end with the service, and those of the next one appear.
        daemon.kill()
        _ = try await desktop.event("withdraw", #""id": 1"#)
        try await daemon.restart()
        let second = try await ScriptedApp(daemon)
        try second.request(.always)
        _ = try await desktop.event("notify", "It would like to know at any time")
        #expect(agent.isRunning)
    }

    @Test("ends with advice if there is no bus or it goes away")
    func noBus() async throws {
        let desktop = try await NotificationDesktop()
        let alone = try RunningProgram([BuiltPrograms.session, "--bus", "unix:path=/nonexistent"])
        #expect(try await alone.end() == .status(1))
        #expect(alone.errors.contains("no message bus"))
        let options = ["--bus", desktop.address, "--socket", "/nonexistent"]
        let left = try RunningProgram([BuiltPrograms.session] + options)
        try await waiting(until: "the search") { left.errors.contains("no notification server") }
        desktop.killBus()
        #expect(try await left.end() == .status(1))
        #expect(try await RunningProgram([BuiltPrograms.session, "--frobnicate"]).end() == .status(2))
    }
}

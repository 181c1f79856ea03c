import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("waymarkctl agent", .ownThreads, .timeLimit(.minutes(10)))
struct TerminalAgentTests {
    private static let app = "org.example.app"

    private func scene() async throws -> (DaemonProcess, ScriptedApp, Keyboard) {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        try ScriptedClient(daemon).register()
        let app = try await ScriptedApp(daemon)
        let keyboard = try Keyboard("agent", at: daemon)
        try await keyboard.sees("Waiting for questions")
        return (daemon, app, keyboard)
    }

    @Test("asks with the app's name and purpose, accepts the answer by number, and prints the result")
    func answered() async throws {
        let (daemon, app, keyboard) = try await scene()
        try await app.ask(.whenInUse)
        for text in [
            "May Example know the location while it is in use?", " claims to be Example (\(Self.app)).",
            "Example says: “Shows what is near.”", "1  Allow while using: while ",
        ] { try await keyboard.sees(text) }
        try await keyboard.type("perhaps\n")
        try await keyboard.sees("'perhaps' is not an answer to this question.")
        try await keyboard.sees("1  Allow while using: while ", times: 2)
        try await keyboard.type("reduced\n")
        try await keyboard.sees("It will know the area only")
        try await keyboard.type("2\u{7F}1\n")
        try await keyboard.sees("\(Self.app): when-in-use, reduced accuracy, widgets undecided")
        let change = try await app.nextChange()
        #expect(change.status == .authorizedWhenInUse && change.accuracy == .reduced)
        // So is the question about full accuracy, for the purpose that the app names.
        let precise = LocationInterface.RequestTemporaryFullAccuracy(session: app.session, purpose: "Route")
        #expect(try app.calls.call(precise).outcome == .authorizationRequestInProgress)
        try await keyboard.sees("Example says: “Finds the way.”")
        try await keyboard.type("\u{4}")
        #expect(try await keyboard.program.end() == .status(0))
        withExtendedLifetime(daemon) {}
    }

    @Test("never answers a question that has not been displayed")
    func typedAhead() async throws {
        let (daemon, app, keyboard) = try await scene()
        let settings = try ScriptedClient(daemon)
        try settings.register(manifestText("org.example.other", name: "Other"))
        let other = try await ScriptedApp(daemon, app: "org.example.other")
        try await keyboard.type("n\nn", early: true)
        try await app.ask(.whenInUse)
        try await keyboard.sees("May Example know the location")
        try await other.ask(.whenInUse)
        try await keyboard.sees("Don't allow")
        try await keyboard.type("n\nn\n")
        #expect(try await app.nextChange().status == .denied)
        try await keyboard.sees("May Other know the location")
        let apps = try settings.call(SettingsInterface.ListApps()).apps
        #expect(apps.map(\.status) == [.denied, .notDetermined])
    }

    @Test("ends with the service, on signals, and with q")
    func ends() async throws {
        let (daemon, app, keyboard) = try await scene()
        try await app.ask(.whenInUse)
        try await keyboard.sees("Don't allow")
        #expect(try await keyboard.program.stop(by: SIGINT) == .status(0))
        try await keyboard.sees("wait for another agent or for the settings")
        let second = try Keyboard("agent", at: daemon)
        try await second.sees("Don't allow")
        try await second.type("q\n")
        #expect(try await second.program.end() == .status(0))
        let third = try Keyboard("agent", at: daemon)
        try await third.sees("Don't allow")
        daemon.kill()
        #expect(try await third.program.end() == .status(3))
    }

    @Test("needs no terminal for a predefined answer, which it gives to the questions that offer it only")
    func scripted() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let outcome = try await Tool(daemon).run("agent")
        #expect(outcome.ending == .status(1))
        #expect(outcome.errors.contains("cannot ask without a terminal; run it on a terminal, give --answer"))
        try ScriptedClient(daemon).register()
        let app = try await ScriptedApp(daemon)
        let agent = try Tool(daemon).start(["agent", "--answer", "allow-once", "--accuracy", "reduced"])
        try await app.ask(.whenInUse)
        let change = try await app.nextChange()
        #expect(change.status == .authorizedWhenInUse && change.accuracy == .reduced)
        #expect(try await agent.stop() == .status(0))
        try ScriptedClient(daemon).call(SettingsInterface.Reset())
        let stubborn = try Tool(daemon).start(["agent", "--answer", "allow-always"])
        try await app.ask(.whenInUse)
        try await waiting(until: "the message") { stubborn.errors.contains("left unanswered") }
        #expect(try ScriptedClient(daemon).call(SettingsInterface.ListApps()).apps.first?.prompts.count == 1)
    }
}

extension ScriptedApp {
    /// Sends the request until an agent is there to ask the person.
    func ask(_ level: LocationInterface.RequestAuthorization.Level) async throws {
        try await waiting(until: "an agent") { try request(level).outcome != .noAgent }
    }
}

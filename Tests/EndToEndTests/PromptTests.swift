import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A request for the location", .ownThreads, .timeLimit(.minutes(10)))
struct PromptTests {
    private let receiver = "gpsd://localhost:1"

    @Test("is shown by an agent, in its language, and the app receives the answer once")
    func answered() async throws {
        let daemon = try await DaemonProcess(receiver: receiver)
        let settings = try ScriptedClient(daemon)
        try settings.register()
        let endless = SettingsInterface.Agent(locale: String(repeating: "x", count: 65))
        #expect(try settings.failure(of: endless).parameters["parameter"].string == "locale")
        let agent = try await ScriptedAgent(daemon, locale: "de_AT.UTF-8")
        #expect(agent.waiting.isEmpty)
        let app = try await ScriptedApp(daemon)
        #expect(app.initial.status == .notDetermined)

        let reply = try app.request(.whenInUse)
        #expect(reply.outcome == .authorizationRequestInProgress)
        let prompt = try await agent.nextPrompt()
        #expect(prompt.prompt == reply.prompt)
        #expect(prompt.question == .whenInUse && prompt.accuracy == .full)
        #expect(
            prompt.name == "Beispiel" && prompt.text == "May Beispiel know the location while it is in use?"
        )
        #expect(prompt.purpose == "Zeigt, was in der Nähe ist.")
        #expect(prompt.choices == [.allowWhileUsing, .allowOnce, .deny])

        let decided = try agent.calls.call(agent.answer(prompt.prompt, .allowWhileUsing)).app
        #expect(decided.status == .authorizedWhenInUse && decided.inUse && decided.prompts.isEmpty)
        let ended = try await app.stream.next()
        #expect(ended.event == .requestEnded && ended.prompt == prompt.prompt)
        #expect(try await app.stream.next().authorization?.status == .authorizedWhenInUse)

        // A decision that changes nothing causes no event: the next event is the next change.
        try settings.call(SettingsInterface.Authorize(app: "org.example.app", status: .authorizedWhenInUse))
        #expect(try app.request(.whenInUse).outcome == .alreadyDetermined)
        try settings.call(SettingsInterface.Authorize(app: "org.example.app", accuracy: .reduced))
        let reduced = try #require(try await app.stream.next().authorization)
        #expect(reduced.status == .authorizedWhenInUse && reduced.accuracy == .reduced)
        #expect(reduced.unavailableServices == [.regions, .heading, .beacons])
        #expect(
            try agent.calls.call(
                LocationInterface.RequestTemporaryFullAccuracy(session: app.session, purpose: "Route")
            ).outcome == .authorizationRequestInProgress
        )
        let precise = try await agent.nextPrompt()
        #expect(precise.purpose == "Findet den Weg." && precise.choices == [.allow, .deny])
    }
}

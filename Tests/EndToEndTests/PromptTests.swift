import Glibc
import LocationModel
import TestSupport
import Testing
import WaymarkInterfaces

@Suite("A request for the location", .ownThreads, .timeLimit(.minutes(10)))
struct PromptTests {
    @Test("is shown by an agent, in its language, and the app receives the answer once")
    func answered() async throws {
        let daemon = try await DaemonProcess(receiver: "gpsd://localhost:1")
        let settings = try ScriptedClient(daemon)
        try settings.register()
        let agent = try await ScriptedAgent(daemon, locale: "de_AT.UTF-8")
        let app = try await ScriptedApp(daemon)
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

        // So is the question about full accuracy, for the purpose that the app names.
        try settings.call(SettingsInterface.Authorize(app: "org.example.app", accuracy: .reduced))
        let reduced = try #require(try await app.stream.next().authorization)
        #expect(reduced.status == .authorizedWhenInUse && reduced.accuracy == .reduced)
        #expect(
            try agent.calls.call(
                LocationInterface.RequestTemporaryFullAccuracy(session: app.session, purpose: "Route")
            ).outcome == .authorizationRequestInProgress
        )
        let precise = try await agent.nextPrompt()
        #expect(precise.purpose == "Findet den Weg." && precise.choices == [.allow, .deny])
    }
}

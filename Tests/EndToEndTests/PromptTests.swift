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

    @Test("without an agent is reported at once, waits for one, and ends when the app is no longer in use")
    func unasked() async throws {
        let daemon = try await DaemonProcess(
            receiver: receiver,
            configuration: "[Authorization]\nAppGrace=0\n"
        )
        try ScriptedClient(daemon).register()
        let prompt: String
        let agent: ScriptedAgent
        do {
            let app = try await ScriptedApp(daemon)
            let reply = try app.request(.always)
            #expect(reply.outcome == .noAgent)
            prompt = try #require(reply.prompt)
            #expect(try app.request(.always).prompt == prompt, "the same question again")
            agent = try await ScriptedAgent(daemon)
            #expect(agent.waiting.map(\.prompt) == [prompt] && agent.waiting.first?.question == .always)
        }
        let end = try await agent.stream.next()
        #expect(end.event == .promptEnded && end.ended == prompt && end.why == .useEnded)
        let late = try agent.calls.failure(of: agent.answer(prompt, .deny))
        #expect(late.name == SettingsInterface.PromptOver.name)
        #expect(late.parameters["why"].string == "useEnded")
    }

    @Test("requires its purpose in the manifest, and fails with the missing key")
    func purposes() async throws {
        let daemon = try await DaemonProcess(receiver: receiver)
        let app = try await ScriptedApp(daemon)
        func missingKey(_ parameters: some MethodParameters) throws -> String? {
            let failure = try app.calls.failure(of: parameters)
            #expect(failure.name == LocationInterface.MissingPurpose.name)
            return failure.parameters["key"].string
        }
        let whenInUse = LocationInterface.RequestAuthorization(session: app.session, level: .whenInUse)
        #expect(try missingKey(whenInUse) == "WhenInUsePurpose=")
        let told = try await Tool(daemon).run("request", "org.example.app", "when-in-use")
        #expect(told.errors.hasSuffix("with WhenInUsePurpose=\n"))
        let text = manifestText().split(separator: "\n").filter { !$0.hasPrefix("Always") }
        try app.calls.register(text.joined(separator: "\n"))
        #expect(try app.request(.whenInUse).outcome == .noAgent)
        #expect(
            try missingKey(LocationInterface.RequestAuthorization(session: app.session, level: .always))
                == "AlwaysPurpose="
        )
        #expect(
            try missingKey(
                LocationInterface.RequestTemporaryFullAccuracy(session: app.session, purpose: "Other")
            ) == "Purpose= in [TemporaryAccuracy Other]"
        )
        let unknown = try app.calls.failure(
            of: LocationInterface.RequestAuthorization(session: "s99", level: .whenInUse)
        )
        #expect(unknown.name == LocationInterface.UnknownSession.name)
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("A question to the person")
struct PromptTests {
    @Test("is put through every agent of that person and of root, and through nobody else's")
    func everyAgent() throws {
        var app = AuthorizationScenario()
        let second = app.scenario.connectAgent()
        let ofRoot = app.scenario.connectAgent(by: .root)
        let ofNeighbour = app.scenario.connectAgent(by: .neighbour)
        app.scenario.forget()
        let outcome = try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first)
        #expect(outcome == .request(.authorizationRequestInProgress, prompt.identifier))
        #expect(app.scenario.decisionNames == ["asked", "authorizationRequested"])
        #expect(prompt.question == .whenInUse)
        for agent in [app.agent, second, ofRoot] {
            #expect(app.scenario.agentEvents(to: agent) == [.prompt(prompt)])
        }
        #expect(app.scenario.agentEvents(to: ofNeighbour).isEmpty)
        for (caller, count) in [(Caller.owner, 3), (.neighbour, 2), (.root, 4)] {
            #expect(app.scenario.engine.agentCount(for: caller) == count)
        }
    }

    @Test("is decided by the first answer; the app and other agents are told, and a second one is refused")
    func firstWins() throws {
        var app = AuthorizationScenario()
        let second = app.scenario.connectAgent()
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first)
        app.scenario.forget()
        try app.answer(.allowWhileUsing)
        #expect(app.scenario.agentEvents(to: second) == [.promptEnded(prompt.identifier, .answered)])
        #expect(app.scenario.agentEvents(to: app.agent).isEmpty)
        #expect(app.scenario.appEvents(to: app.app).contains(.requestEnded(prompt.identifier, .whenInUse)))
        #expect(throws: Refusal.promptOver(prompt.identifier, .answered)) {
            try app.scenario.call(.answerPrompt(second, prompt.identifier, .deny, accuracy: nil))
        }
        #expect(app.authorization.status == .authorizedWhenInUse)
    }

    @Test("without an agent waits, and the app is told so at once; the agent that comes gets it")
    func noAgent() throws {
        var scenario = Scenario()
        scenario.send(.manifestsInstalled(.complete, broken: []))
        let app = scenario.connectApp()
        let answer = try scenario.call(.requestAuthorization(app, .whenInUse))
        guard case .request(.noAgent, let prompt?) = answer else {
            Issue.record("the person waits to be asked, not \(answer)")
            return
        }
        // Asking again is the same question.
        #expect(try scenario.call(.requestAuthorization(app, .whenInUse)) == answer)
        let agent = scenario.connectAgent()
        let waiting = scenario.engine.prompts(for: .owner)
        #expect(waiting.map(\.identifier) == [prompt])
        #expect(scenario.agentEvents(to: agent) == [.session(waiting)])
        try scenario.call(.answerPrompt(agent, prompt, .allowOnce, accuracy: nil))
        #expect(scenario.engine.authorization(of: .weather).isTemporary)
    }

    @Test("is answered only by an agent's own person, with one of its answers, and while it waits")
    func refused() throws {
        var app = AuthorizationScenario()
        let theirs = app.scenario.connectAgent(by: .neighbour)
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first?.identifier)
        let unknown = PromptIdentifier(99)
        let rows: [(SessionIdentifier, PromptIdentifier, PromptChoice, Caller, Refusal)] = [
            (theirs, prompt, .allowWhileUsing, .neighbour, .unknownPrompt(prompt)),
            (app.app, prompt, .allowWhileUsing, .owner, .unknownSession(app.app)),
            (app.agent, prompt, .allowAlways, .owner, .notAChoice(.allowAlways, .whenInUse)),
            (app.agent, unknown, .deny, .owner, .unknownPrompt(unknown)),
        ]
        for (session, prompt, choice, caller, refusal) in rows {
            #expect(throws: refusal) {
                try app.scenario.call(.answerPrompt(session, prompt, choice, accuracy: nil), by: caller)
            }
        }
        #expect(app.authorization.status == .notDetermined)
    }

    @Test("is one at a time for one decision, whatever the app asks for meanwhile")
    func oneAtATime() throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first)
        #expect(try app.request(.always) == .request(.authorizationRequestInProgress, prompt.identifier))
        #expect(app.questions == [.whenInUse])
        try app.answer(.allowWhileUsing)
        try app.request(.always)
        #expect(app.questions == [.alwaysUpgrade])
    }

    @Test(
        "about widgets is asked once the app is authorized in the settings and no pause is on",
        arguments: [false, true]
    )
    func authorizedLater(_ isPaused: Bool) throws {
        var app = AuthorizationScenario()
        try app.placeWidget()
        if isPaused { try app.scenario.pause(for: .seconds(600)) }
        #expect(app.questions.isEmpty)
        try app.scenario.authorize(.authorizedWhenInUse)
        #expect(app.questions == (isPaused ? [] : [.widgets]))
        app.scenario.advance(by: .seconds(600))
        #expect(app.questions == [.widgets])
    }

    @Test(
        "is not asked without the purpose text that it needs: the request fails at once",
        arguments: [AuthorizationRequest.whenInUse, .always, .precise]
    )
    func missingPurpose(_ request: AuthorizationRequest) throws {
        var app = AuthorizationScenario(manifests: [])
        let refusal = Refusal.missingPurpose(AppKey.weather.app, key: "WhenInUsePurpose=")
        #expect(throws: refusal) { try app.request(request) }
        #expect(app.scenario.effects.count == 1)
    }
}

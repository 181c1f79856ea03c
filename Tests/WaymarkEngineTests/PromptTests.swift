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
        #expect(try app.request(.whenInUse).agents == 3)
        #expect(app.scenario.decisionNames == ["asked", "authorizationRequested"])
        for agent in [app.agent, second, ofRoot] { #expect(app.scenario.prompts(to: agent) == [.whenInUse]) }
        #expect(app.scenario.agentEvents(to: ofNeighbour).isEmpty)
        for (caller, count) in [(Caller.owner, 3), (.neighbour, 2), (.root, 4)] {
            #expect(app.scenario.engine.agentCount(for: caller) == count)
        }
    }

    @Test(
        "is decided by the first answer; the other agents are told, and a second answer is refused with the reason"
    )
    func firstWins() throws {
        var app = AuthorizationScenario()
        let second = app.scenario.connectAgent()
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first)
        app.scenario.forget()
        try app.answer(.allowWhileUsing)
        let end = PromptEnd.answered(.allowWhileUsing, by: app.agent)
        #expect(app.scenario.agentEvents(to: second) == [.promptEnded(prompt.identifier, end)])
        #expect(app.scenario.agentEvents(to: app.agent).isEmpty)
        #expect(throws: Refusal.promptOver(prompt.identifier, end)) {
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
        guard case .request(.asking(let prompt, agents: 0)) = answer else {
            Issue.record("the person waits to be asked, not \(answer)")
            return
        }
        // Asking again is the same question.
        #expect(try scenario.call(.requestAuthorization(app, .whenInUse)) == answer)
        let agent = scenario.connectAgent()
        #expect(scenario.prompts(to: agent) == [.whenInUse])
        try scenario.call(.answerPrompt(agent, prompt, .allowOnce, accuracy: nil))
        #expect(scenario.engine.authorization(of: .weather).isTemporary)
    }

    @Test("is decided by the settings as well, and the agent and the app are told that it is over")
    func decidedInSettings() throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first?.identifier)
        app.scenario.forget()
        try app.scenario.authorize(.denied)
        #expect(app.questions.isEmpty)
        #expect(app.scenario.agentEvents(to: app.agent) == [.promptEnded(prompt, .decidedInSettings)])
        #expect(app.scenario.appEvents(to: app.app).contains(.requestEnded(prompt, .whenInUse)))
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
            (app.agent, prompt, .allowWhileUsing, .neighbour, .unknownSession(app.agent)),
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

    @Test("that is over is recognized until many later ones are over")
    func recognized() throws {
        var app = AuthorizationScenario()
        var over: [PromptIdentifier] = []
        for _ in 0...1024 {
            try app.request(.whenInUse)
            over.append(try #require(app.scenario.engine.prompts(for: .owner).first?.identifier))
            try app.scenario.authorize(.notDetermined)
            app.scenario.forget()
        }
        let refusals: [Refusal] = [.unknownPrompt(over[0]), .promptOver(over[600], .decidedInSettings)]
        for (prompt, refusal) in zip([over[0], over[600]], refusals) {
            #expect(throws: refusal) {
                try app.scenario.call(.answerPrompt(app.agent, prompt, .deny, accuracy: nil))
            }
        }
    }

    @Test("is one at a time for one decision, whatever the app asks for meanwhile")
    func oneAtATime() throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first)
        #expect(try app.request(.always) == .asking(prompt.identifier, agents: 1))
        #expect(app.questions == [.whenInUse])
        try app.answer(.allowWhileUsing)
        try app.request(.always)
        #expect(app.questions == [.alwaysUpgrade])
    }
}

extension RequestOutcome {
    var agents: Int? { if case .asking(_, let agents) = self { agents } else { nil } }
}

extension Scenario {
    /// What an agent was asked to put before the person.
    func prompts(to agent: SessionIdentifier) -> [PromptQuestion] {
        agentEvents(to: agent).flatMap { (event) -> [PromptQuestion] in
            switch event {
            case .session(let waiting): waiting.map(\.question)
            case .prompt(let prompt): [prompt.question]
            case .promptEnded: []
            }
        }
    }
}

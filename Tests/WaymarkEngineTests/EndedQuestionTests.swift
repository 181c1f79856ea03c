import LocationModel
import Testing
import WaymarkEngine

@Suite("A question that waits")
struct EndedQuestionTests {
    @Test(
        "is decided by a change in the settings of what it is about",
        arguments: [
            (SettingsChange(widgets: .granted), 0), (SettingsChange(accuracy: .full), 1),
            (SettingsChange(status: .authorizedAlways), 1),
        ]
    )
    func decided(_ change: SettingsChange, question: Int) throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try app.placeWidget()
        try app.request(.precise)
        #expect(app.questions == [.widgets, .temporaryFullAccuracy(purpose: .radar)])
        let prompt = app.scenario.engine.prompts(for: .owner)[question].identifier
        app.scenario.forget()
        try app.scenario.call(.authorize(.weather, change))
        #expect(app.scenario.agentEvents(to: app.agent).first == .promptEnded(prompt, .decidedInSettings))
    }

    @Test("is over when the policy or the switch makes it pointless", arguments: [true, false])
    func pointless(_ isByPolicy: Bool) throws {
        var app = AuthorizationScenario()
        try app.request(.whenInUse)
        if isByPolicy {
            app.scenario.send(.settingsChanged(.with { $0.policy.add(.forbidden) }))
        } else {
            try app.scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        }
        #expect(app.questions.isEmpty)
    }

    @Test("about widgets is over once the manifest says that none of them wants the location")
    func unwanted() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.placeWidget()
        #expect(app.questions == [.widgets])
        let manifest = try AppManifest.weather([.here], wantsLocation: false)
        app.scenario.send(.manifestsInstalled([manifest], broken: []))
        #expect(app.questions.isEmpty)
    }
}

@Suite("The end of a question")
struct PromptEndTests {
    @Test("is told to the person and to root, and to nobody else")
    func secret() throws {
        var app = AuthorizationScenario()
        let theirs = app.scenario.connectAgent(by: .neighbour)
        let ofRoot = app.scenario.connectAgent(by: .root)
        try app.request(.whenInUse)
        let prompt = try #require(app.scenario.engine.prompts(for: .owner).first?.identifier)
        app.scenario.forget()
        try app.scenario.authorize(.denied)
        #expect(app.scenario.agentEvents(to: theirs).isEmpty)
        #expect(throws: Refusal.unknownPrompt(prompt)) {
            try app.scenario.call(.answerPrompt(theirs, prompt, .deny, accuracy: nil), by: .neighbour)
        }
        #expect(throws: Refusal.promptOver(prompt, .decidedInSettings)) {
            try app.scenario.call(.answerPrompt(ofRoot, prompt, .deny, accuracy: nil), by: .root)
        }
    }

    @Test("comes with a reset, for every question about the app, and for none about another")
    func reset() throws {
        var app = AuthorizationScenario()
        let tides = app.scenario.connectApp(.tides)
        try app.scenario.call(.requestAuthorization(tides, .whenInUse))
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.placeWidget()
        try app.request(.always)
        #expect(app.questions == [.whenInUse, .widgets, .alwaysUpgrade])
        let ended = app.scenario.engine.prompts(for: .owner).dropFirst().map(\.identifier)
        app.scenario.forget()
        try app.scenario.call(.reset(user: Caller.owner.user, app: AppKey.weather.app))
        #expect(app.questions == [.whenInUse])
        let told = app.scenario.agentEvents(to: app.agent)
        #expect(told == ended.map { .promptEnded($0, .decidedInSettings) })
        #expect(app.scenario.engine.usage(of: .requests, by: Caller.owner.user) == 1)
    }
}

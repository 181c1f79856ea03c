import LocationModel
import Testing
import WaymarkEngine

/// What else than the state itself a transition brings; `RuleBook` has the transitions, for every random run.
@Suite("Authorization goes nowhere")
struct AuthorizationTransitionTests {
    @Test(
        "by a request without its purpose text, which fails at once",
        arguments: [
            (AuthorizationRequest.whenInUse, PurposeText.whenInUse), (.always, .whenInUse),
            (.precise, .temporaryAccuracy(.radar)),
        ]
    )
    func missingPurpose(_ row: (AuthorizationRequest, PurposeText)) throws {
        var app = AuthorizationScenario(manifests: [])
        #expect(throws: Refusal.missingPurpose(AppKey.weather.app, row.1)) { try app.request(row.0) }
        #expect(app.scenario.effects.count == 1)
    }
}

@Suite("An app that is forgotten")
struct ForgottenAppTests {
    @Test("leaves nothing but its log, and keeps its kinds only while its provider is connected")
    func forget() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.forget(.weather))
        #expect(scenario.engine.widgetCount == 0)
        #expect(scenario.engine.savedState.grants[.weather] == nil)
        #expect(scenario.engine.savedState.kinds.keys.map(\.app) == [.weather])
        #expect(throws: Refusal.notPermitted) { try scenario.call(.forget(.weather), by: .neighbour) }
        scenario.disconnect(provider)
        try scenario.call(.forget(.weather))
        #expect(scenario.engine.savedState.kinds.isEmpty)
        #expect(scenario.engine.apps(visibleTo: .owner).isEmpty)
    }
}

@Suite("A registered manifest")
struct WithdrawnManifestTests {
    @Test("goes with its app, and cannot be withdrawn twice")
    func withdrawn() throws {
        var scenario = Scenario()
        let user = Caller.owner.user
        let app = AppKey(user: user, app: AppManifest.own.identifier)
        for way in [Command.forget(app), .withdrawManifest(app)] {
            try scenario.call(.registerManifest(.own, text: "own", user: user))
            #expect(scenario.engine.savedState.manifestTexts == [app: "own"])
            try scenario.call(way)
            #expect(scenario.engine.savedState.manifestTexts.isEmpty)
            #expect(throws: Refusal.unknownManifest(app.app)) { try scenario.call(.withdrawManifest(app)) }
        }
    }
}

@Suite("A change of authorization")
struct AuthorizationTests {
    @Test("that changes nothing is not told, committed or put on record")
    func unchanged() throws {
        var (scenario, _, _) = try Scenario.quiet()
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        try scenario.authorize(.authorizedWhenInUse)
        #expect(scenario.effects.count == 2)
        #expect(scenario.effects.allSatisfy { if case .reply = $0 { true } else { false } })
    }

    @Test("reaches a provider that was away, after a restart too")
    func providerAway() throws {
        var (before, widget, provider) = try Scenario.viewed()
        before.disconnect(provider)
        try before.authorize(.denied)
        #expect(before.pending(widget) == .authorizationChanged)
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider()
        #expect(try scenario.onlyRequest().reason == .authorizationChanged)
    }
}

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

    @Test("in a short dip out of use")
    func onceSurvivesADip() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowOnce)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: .seconds(4))
        try app.scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        app.scenario.advance(by: .seconds(3600))
        #expect(app.authorization.isTemporary)
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

import LocationModel
import Testing
import WaymarkEngine

/// What else than the state itself a transition brings; `RuleBook` has the transitions, for every random run.
@Suite("Authorization goes")
struct AuthorizationTransitionTests {
    var app = AuthorizationScenario()

    @Test(
        "nowhere by a request without its purpose text, which fails at once",
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

    @Test("nowhere in a short dip out of use")
    mutating func onceSurvivesADip() throws {
        try app.settle(.whenInUse, .allowOnce)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: .seconds(4))
        try app.scenario.call(.setAppVisibility(.weather, visible: true, session: host))
        app.scenario.advance(by: .seconds(3600))
        #expect(app.authorization.isTemporary)
        #expect(app.told.isEmpty)
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: .seconds(5))
        #expect(app.told == [.notDetermined])
    }

    @Test(
        "to whatever the person sets, told on every stream of the app",
        arguments: AuthorizationChoice.allCases
    )
    mutating func settings(_ choice: AuthorizationChoice) throws {
        try app.settle(.always, .allowWhileUsing)
        let second = app.scenario.connectApp()
        app.scenario.forget()
        try app.scenario.authorize(choice)
        let status = try #require(AuthorizationStatus(rawValue: choice.rawValue))
        // To the app a provisional always was one already.
        #expect(app.told == (choice == .authorizedAlways ? [] : [status]))
        #expect(app.scenario.appEvents(to: second).count == app.told.count)
    }

    @Test("to notDetermined by Reset Location & Privacy, with everything that was decided")
    mutating func reset() throws {
        try app.settle(.whenInUse, .allowWhileUsing)
        try app.settle(.always, .keepWhileUsing)
        try app.scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        app.scenario.forget()
        try app.scenario.call(.reset(user: Caller.owner.user, app: nil))
        #expect(app.authorization.grant == Grant())
        #expect(app.told == [.notDetermined])
        #expect(try app.request(.always).isAsking)
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

extension RequestOutcome {
    var isAsking: Bool { if case .asking = self { true } else { false } }
}

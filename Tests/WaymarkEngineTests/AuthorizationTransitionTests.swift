import LocationModel
import Testing
import WaymarkEngine

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

    @Test("takes its registered manifest with it, which can be withdrawn only once")
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

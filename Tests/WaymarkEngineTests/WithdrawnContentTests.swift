import LocationModel
import Testing
import WaymarkEngine

@Suite("Content that was made with the location")
struct WithdrawnContentTests {
    /// The widgets whose content a host was told to remove since outcomes were last forgotten.
    private func withdrawn(from host: SessionIdentifier, in scenario: Scenario) -> [WidgetView] {
        scenario.hostEvents(to: host).compactMap { if case .withdrawn(let view) = $0 { view } else { nil } }
    }

    @Test("is withdrawn from hosts with the permission, and the placeholder takes its place")
    func denied() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        scenario.send(.manifestsInstalled([try PlaceableKindTests.manifest()], broken: []))
        let host = scenario.connectHost()
        scenario.forget()
        try scenario.authorize(.denied)
        let view = try #require(withdrawn(from: host, in: scenario).first)
        #expect(view.widget == widget && view.entry == nil && view.status == .denied)
        #expect(view.placeholder == #"{"text":"--"}"#)
        #expect(scenario.decisionNames.contains("contentWithdrawn"))
        // A host that comes later does not get it either.
        let later = scenario.connectHost()
        guard case .session(let views, _) = try #require(scenario.hostEvents(to: later).first) else {
            Issue.record("a host's first event is its session")
            return
        }
        #expect(views.map(\.entry) == [nil])
    }

    @Test("is withdrawn while location services are off, and comes back with them")
    func services() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let host = scenario.connectHost()
        try scenario.call(.switchServices(isOn: false, user: Caller.owner.user))
        #expect(withdrawn(from: host, in: scenario).count == 1)
        #expect(scenario.engine.view(of: widget)?.entry == nil)
        try scenario.call(.switchServices(isOn: true, user: Caller.owner.user))
        #expect(scenario.engine.view(of: widget)?.entry != nil)
    }

    @Test(
        "is made anew without it after a restart that ended what was allowed once, or brought a policy",
        arguments: [false, true]
    )
    func restarted(isForbidden: Bool) throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, isForbidden ? .allowWhileUsing : .allowOnce)
        let provider = app.scenario.connectProvider()
        app.scenario.arrive()
        let widget = try app.scenario.place()
        let request = try app.scenario.onlyRequest()
        #expect(request.location.isLocation)
        try app.scenario.answer(request, on: provider)

        let settings = EngineSettings.with { if isForbidden { $0.policy.add(.forbidden) } }
        let saved = app.scenario.engine.savedState
        var later = Scenario(settings: settings, state: saved, at: app.scenario.now)
        #expect(later.engine.view(of: widget)?.entry == nil)
        let another = later.connectProvider()
        let again = try later.onlyRequest()
        #expect(again.reason == .authorizationChanged && again.location.absence == .unauthorized)
        try later.answer(again, on: another)
        #expect(later.engine.view(of: widget)?.entry != nil)
        #expect(later.requests.count == 1 && later.pending(widget) == nil)
    }

    @Test("is not mistaken for content without a location, which stays")
    func withoutLocation() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        let widget = try scenario.place()
        try scenario.answer(try scenario.onlyRequest())
        let host = scenario.connectHost()
        try scenario.authorize(.authorizedAlways)
        try scenario.authorize(.denied)
        #expect(withdrawn(from: host, in: scenario).isEmpty)
        #expect(scenario.engine.view(of: widget)?.entry != nil)
    }

    @Test("is preceded by the provider's placeholder, which survives a restart")
    func provided() throws {
        var scenario = Scenario()
        let placeholder = #"{"text":"soon"}"#
        _ = scenario.connectProvider(kinds: [.here: .init(wantsLocation: true, placeholder: placeholder)])
        let widget = try scenario.place()
        #expect(scenario.engine.view(of: widget)?.placeholder == placeholder)
        let restarted = Scenario(state: scenario.engine.savedState)
        #expect(restarted.engine.view(of: widget)?.placeholder == placeholder)
        try scenario.answer(try scenario.onlyRequest())
        #expect(scenario.engine.view(of: widget)?.placeholder == nil)
    }
}

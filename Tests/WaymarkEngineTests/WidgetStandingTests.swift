import LocationModel
import Testing
import WaymarkEngine

@Suite("How a widget stands with the location")
struct WidgetStandingTests {
    enum Answer: String, CaseIterable {
        case whenInUse, provisionalAlways, always
    }

    @Test(
        "is the same for hosts, in the explanation and in a request, whether its app is in use or not",
        arguments: Answer.allCases,
        WidgetGrant.allCases
    )
    func agrees(_ answer: Answer, _ widgets: WidgetGrant) throws {
        var person = AuthorizationScenario()
        switch answer {
        case .whenInUse: try person.settle(.whenInUse, .allowWhileUsing)
        case .provisionalAlways: try person.settle(.always, .allowWhileUsing)
        case .always: try person.scenario.authorize(.authorizedAlways)
        }
        // A refusal in a use counts for that use.
        person.endUse()
        try person.scenario.call(.authorize(.weather, SettingsChange(widgets: widgets)))
        person.beginUse()
        var stage = try Stage(person)
        #expect(stage.person.authorization.grant.widgets == widgets)
        #expect(stage.person.authorization.isUnconfirmed == (answer == .provisionalAlways))
        let mayKnowItself = answer == .always || widgets == .granted

        try stage.check(mayKnow: true)
        stage.person.endUse()
        try stage.check(mayKnow: mayKnowItself)
        let app = stage.person.scenario.connectApp()
        try stage.check(mayKnow: true)
        stage.person.scenario.disconnect(app)
        stage.person.scenario.advance(by: stage.person.scenario.engine.settings.appGrace)
        try stage.person.scenario.show(stage.widget)
        try stage.check(mayKnow: mayKnowItself)
    }

    @Test(
        "is that of a widget without the location as soon as the person refuses it, also while its app is in use",
        arguments: [WidgetGrant.undecided, .granted]
    )
    func refusedInUse(_ before: WidgetGrant) throws {
        var person = AuthorizationScenario()
        try person.settle(.whenInUse, .allowWhileUsing)
        var stage = try Stage(person)
        try stage.person.scenario.call(.authorize(.weather, SettingsChange(widgets: before)))
        try stage.check(mayKnow: true)
        stage.person.scenario.forget()
        try stage.person.scenario.call(.authorize(.weather, SettingsChange(widgets: .refused)))
        let request = try stage.person.scenario.onlyRequest()
        #expect(request.reason == .authorizationChanged && request.location == .absent(.unauthorized))
        try stage.check(mayKnow: false)
        stage.person.scenario.travel(eastMeters: 2000)
        #expect(stage.person.scenario.requests.allSatisfy { !$0.location.isLocation })
        // The next use is another one.
        stage.person.endUse()
        _ = stage.person.scenario.connectApp()
        try stage.check(mayKnow: true)
    }

    @Test("is waiting where the person refuses to it what its app, which is in use, lets it know")
    func refused() throws {
        var scenario = Scenario()
        let provider = scenario.connectProvider()
        try scenario.authorize(.authorizedWhenInUse, widgets: .refused)
        _ = scenario.connectApp()
        scenario.arrive()
        let widget = try scenario.place()
        let request = try scenario.onlyRequest()
        #expect(request.location.isLocation)
        try scenario.answer(request, on: provider)
        let view = try #require(scenario.engine.view(of: widget))
        #expect(view.status == .waiting && view.entry == nil)
    }
}

/// A widget with its provider and a host that shows it.
private struct Stage {
    var person: AuthorizationScenario
    let provider: SessionIdentifier
    let host: SessionIdentifier
    let widget: WidgetIdentifier
    private var told: WidgetCondition?

    init(_ person: AuthorizationScenario) throws {
        self.person = person
        provider = self.person.scenario.connectProvider()
        host = self.person.scenario.connectHost()
        widget = try self.person.scenario.place()
    }

    /// Checks what everybody says of the widget, with fixes coming in and every request answered.
    mutating func check(mayKnow: Bool, _ location: SourceLocation = #_sourceLocation) throws {
        person.scenario.arrive()
        // An answered request may be followed by another.
        for _ in 0..<3 {
            let requests = person.scenario.requests
            forget()
            for request in requests { _ = try? person.scenario.answer(request, on: provider) }
        }
        forget()
        let engine = person.scenario.engine
        let view = try #require(engine.view(of: widget), sourceLocation: location)
        #expect((view.status != .denied) == mayKnow, "the status in hosts", sourceLocation: location)
        #expect(told == view.status, "what the host was told", sourceLocation: location)
        let answer = engine.location(for: widget)
        #expect((answer != .absent(.unauthorized)) == mayKnow, "the request", sourceLocation: location)
        let decisive = engine.explanation(of: widget).decisive?.condition
        #expect((decisive != .widgetsAuthorized) == mayKnow, "the explanation", sourceLocation: location)
    }

    /// Forgets what has happened, except for what the host was told.
    private mutating func forget() {
        for event in person.scenario.hostEvents(to: host) {
            switch event {
            case .widget(let view), .withdrawn(let view): told = view.status
            case .session, .widgets, .removed: break
            }
        }
        person.scenario.forget()
    }
}

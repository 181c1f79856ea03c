import LocationModel
import Testing
import WaymarkEngine

@Suite("A provisional always")
struct ProvisionalAlwaysTests {
    /// An app that is provisionally always authorized, not in use, with a widget that was never in view, about which
    /// the person was asked.
    static func away(
        widgets: PromptChoice = .allow
    ) throws -> (app: AuthorizationScenario, widget: WidgetIdentifier) {
        var app = AuthorizationScenario()
        try app.settle(.always, .allowWhileUsing)
        let provider = app.scenario.connectProvider()
        app.scenario.arrive()
        let widget = try app.scenario.place()
        try app.scenario.answer(app.scenario.onlyRequest(), on: provider)
        #expect(app.questions == [.widgets])
        app.scenario.forget()
        try app.answer(widgets)
        for request in app.scenario.requests { try app.scenario.answer(request, on: provider) }
        app.endUse()
        app.scenario.advance(by: .seconds(60))
        app.scenario.forget()
        return (app, widget)
    }

    /// Goes so far that a change is significant, with the receivers on for somebody else's sake.
    static func travel(_ app: inout AuthorizationScenario, eastMeters: Double) {
        app.scenario.advance(by: .seconds(300))
        app.scenario.arrive(eastMeters: eastMeters)
    }

    @Test("holds only the newest of what it would give, and asks once")
    func newest() throws {
        var (app, widget) = try Self.away()
        Self.travel(&app, eastMeters: 3000)
        Self.travel(&app, eastMeters: 6000)
        #expect(app.questions == [.provisionalAlways])
        app.scenario.forget()
        try app.answer(.allowAlways)
        let request = try app.scenario.onlyRequest()
        #expect(request.widget == widget)
        let fix = try #require(request.location.fix, "what was held is delivered")
        #expect(fix.coordinate.distanceMeters(to: .home) > 5900)
    }
}

@Suite("A reminder of always")
struct UsageReminderTests {
    @Test("comes again after the same time, if the person keeps always")
    func reminderKept() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedAlways)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        let provider = app.scenario.connectProvider()
        app.scenario.advance(by: .seconds(60))
        let interval = app.scenario.engine.settings.usageReminderInterval
        for (wait, isReminded) in [(interval, true), (interval / 2, false), (interval / 2, true)] {
            app.scenario.advance(by: wait)
            _ = app.scenario.requestLocation(LocationRequest(maximumAge: .zero, wait: .seconds(60)))
            app.scenario.arrive()
            #expect(app.questions == (isReminded ? [.usageReminder] : []))
            app.scenario.forget()
            if isReminded { try app.answer(.allowAlways) }
            #expect(app.authorization.status == .authorizedAlways)
            #expect(app.scenario.providerEvents(to: provider).isEmpty, "nothing has changed for the app")
        }
    }

    @Test("is not put off when always is chosen again")
    func reminder() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedAlways)
        let provider = app.scenario.connectProvider()
        _ = try app.scenario.place()
        app.scenario.arrive()
        for request in app.scenario.requests { try app.scenario.answer(request, on: provider) }
        app.endUse()
        app.scenario.advance(by: .seconds(20 * 86_400))
        try app.scenario.authorize(.authorizedAlways)
        app.scenario.advance(by: .seconds(11 * 86_400))
        app.scenario.arrive(eastMeters: 9000)
        #expect(app.questions == [.usageReminder])
    }

    @Test("comes no sooner where always was taken away and given again")
    func givenAgain() throws {
        var app = AuthorizationScenario()
        try app.scenario.authorize(.authorizedAlways)
        let host = app.scenario.connectHost()
        try app.scenario.call(.setAppVisibility(.weather, visible: false, session: host))
        app.scenario.advance(by: app.scenario.engine.settings.usageReminderInterval)
        try app.scenario.authorize(.denied)
        try app.scenario.authorize(.authorizedAlways)
        app.scenario.advance(by: .seconds(60))
        let call = app.scenario.requestLocation(LocationRequest(maximumAge: .zero, wait: .seconds(60)))
        app.scenario.arrive()
        _ = try #require(app.scenario.location(of: call), "the app makes use of always")
        #expect(app.questions.isEmpty)
    }
}

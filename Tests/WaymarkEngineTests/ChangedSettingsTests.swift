import LocationModel
import Testing
import WaymarkEngine

@Suite("Changed settings")
struct ChangedSettingsTests {
    @Test("keep receivers on for the new time after the last need")
    func idleTime() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        var settings = EngineSettings()
        settings.receiversIdleAfter = .seconds(90)
        scenario.send(.settingsChanged(settings))
        try scenario.hide(widget)
        scenario.advance(by: settings.inUseWindow + .seconds(90) - .nanoseconds(1))
        #expect(scenario.engine.receiversAreOn)
        scenario.advance(by: .nanoseconds(1))
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("let an app count as in use for the new time after its end")
    func grace() throws {
        var app = AuthorizationScenario()
        try app.settle(.whenInUse, .allowOnce)
        var settings = EngineSettings()
        settings.appGrace = app.scenario.engine.settings.appGrace + .seconds(60)
        app.scenario.send(.settingsChanged(settings))
        app.scenario.disconnect(app.app)
        app.scenario.advance(by: settings.appGrace - .nanoseconds(1))
        #expect(app.authorization.status == .authorizedWhenInUse)
        app.scenario.advance(by: .nanoseconds(1))
        #expect(app.authorization.status == .notDetermined)
    }

    @Test("make a stay a visit after the new time", arguments: [120, 600])
    func visits(seconds: Int) throws {
        var scenario = try Scenario.monitoring(.visits)
        var settings = EngineSettings()
        settings.visits.dwell = .seconds(seconds)
        scenario.send(.settingsChanged(settings))
        scenario.travel(eastMeters: 2000)
        try scenario.acknowledgeAll()
        scenario.stay(eastMeters: 2000, minutes: 7)
        #expect(scenario.waiting().contains { $0.kind == .arrival } == (seconds == 120))
    }
}

@Suite("An always that is not confirmed")
struct UnconfirmedEntitlementTests {
    @Test("lets receivers run for a widget that wants the location, which is told nothing, and for no other")
    func entitlement() throws {
        var (app, widget) = try ProvisionalAlwaysTests.away()
        _ = app.scenario.connectProvider(kinds: [.calendar: .init(wantsLocation: false)])
        let calendar = try app.scenario.place(.calendar)
        app.scenario.advance(by: .seconds(60))
        let entitlement = try #require(app.scenario.engine.entitlement(of: .widget(widget)))
        #expect(!entitlement.isConfirmed && entitlement.want == .significantChanges)
        #expect(app.scenario.engine.entitlement(of: .widget(calendar)) == nil)
    }
}

@Suite("After a restart")
struct RestartedScheduleTests {
    @Test("with the clock set back, a scheduled reload waits for the least interval and no longer")
    func clockSetBack() throws {
        var (before, widget, provider) = try Scenario.viewed()
        try before.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let dated = Timeline.entries(at: [before.now.utc], policy: .after(UTCInstant(secondsSince1970: 0)))
        try before.answer(before.onlyRequest(), with: dated)
        let earlier = Moment(instant: before.now.instant, utc: before.now.utc.advanced(by: .seconds(-3600)))
        var scenario = Scenario(state: before.engine.savedState, at: earlier)
        scenario.advance(by: .seconds(300) - .nanoseconds(1))
        #expect(scenario.pending(widget) == nil)
        scenario.advance(by: .nanoseconds(1))
        #expect(scenario.pending(widget) == .dateReached)
    }
}

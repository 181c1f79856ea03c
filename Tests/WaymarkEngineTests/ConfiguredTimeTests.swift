import LocationModel
import Testing
import WaymarkEngine

/// In each test one time alone differs from its default, because several defaults are the same.
@Suite("A time that the owner has set")
struct ConfiguredTimeTests {
    @Test("is how long a reload waits for a fix")
    func fixTimeout() throws {
        let settings = EngineSettings.with { $0.fixTimeout = .seconds(20) }
        var (scenario, widget, provider) = try Scenario.viewed(settings: settings)
        scenario.advance(by: .seconds(60))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(scenario.engine.reloadWait(of: widget) == .fix(remaining: .seconds(20)))
        scenario.advance(by: .seconds(20) - .nanoseconds(1))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .nanoseconds(1))
        let request = try scenario.onlyRequest()
        #expect(request.location == .absent(.locationUnknown))
        #expect(request.unknownCause != nil, "the provider is told why")
    }

    @Test("is the age up to which a fix counts, also in an explanation")
    func fixLifetime() throws {
        let settings = EngineSettings.with { $0.fixLifetime = .seconds(60) }
        var (scenario, widget, _) = try Scenario.viewed(settings: settings)
        // The last fix came a second ago.
        scenario.advance(by: .seconds(59))
        #expect(scenario.engine.location(for: widget).isLocation)
        #expect(scenario.engine.explanation(of: widget).decisive == nil)
        scenario.advance(by: .seconds(1))
        #expect(scenario.engine.location(for: widget) == .absent(.locationUnknown))
        #expect(scenario.engine.explanation(of: widget).decisive?.condition == .fixFresh)
    }
}

@Suite("Changed settings")
struct ChangedSettingsTests {
    @Test("make a stay a visit after the new time")
    func visits() throws {
        var scenario = try Scenario.monitoring(.visits)
        scenario.send(.settingsChanged(.with { $0.visits.dwell = .seconds(600) }))
        scenario.travel(eastMeters: 2000)
        try scenario.acknowledgeAll()
        scenario.stay(eastMeters: 2000, minutes: 7)
        #expect(!scenario.waiting().contains { $0.kind == .arrival })
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

    @Test("a widget is in view while nobody has taken back what brought it there")
    func standingViewSurvives() throws {
        var (before, widget, _) = try Scenario.viewed()
        var after = Scenario(state: before.engine.savedState, at: before.simulation.now)
        after.send(.deadlineReached)
        #expect(after.use(of: widget) == .inView)
        #expect(after.engine.receiversAreOn)

        try before.hide(widget)
        after = Scenario(state: before.engine.savedState, at: before.simulation.now)
        #expect(!after.use(of: widget).isInUse)
    }
}

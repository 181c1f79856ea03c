import LocationModel
import Testing
import WaymarkEngine

@Suite("Changed settings")
struct ChangedSettingsTests {
    @Test("make a stay a visit after the new time")
    func visits() throws {
        var scenario = try Scenario.monitoring(.visits)
        var settings = EngineSettings()
        settings.visits.dwell = .seconds(600)
        scenario.send(.settingsChanged(settings))
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
}

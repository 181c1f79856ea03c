import LocationModel
import Testing
import WaymarkEngine

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
        guard case .absent(.locationUnknown) = request.location else {
            Issue.record("the provider is told why: \(request.location)")
            return
        }
    }

    @Test("is how long a stay must last to be a visit, from the moment it is set")
    func visits() throws {
        var scenario = try Scenario.monitoring(.visits)
        scenario.send(.settingsChanged(.with { $0.visits.dwell = .seconds(600) }))
        scenario.travel(eastMeters: 2000)
        try scenario.acknowledgeAll()
        scenario.stay(eastMeters: 2000, minutes: 7)
        #expect(!scenario.waiting().contains { $0.kind == .arrival })
    }
}

@Suite("The clock reloads a timeline")
struct ScheduleTests {
    @Test("not before its date by the wall clock, when that is set back during the least interval")
    func setBackDuringInterval() throws {
        var scenario = try delivered(after: 60)
        scenario.advance(by: .seconds(100))
        scenario.setWallClock(by: .seconds(-3600))
        scenario.advance(by: .seconds(3559))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(scenario.requests.count == 1)
    }

    @Test("with the least interval of the settings in force")
    func settingsChange() throws {
        var scenario = try delivered(after: 0)
        scenario.advance(by: .seconds(10))
        scenario.send(.settingsChanged(.with { $0.minimumReloadInterval = .seconds(60) }))
        scenario.advance(by: .seconds(50))
        #expect(scenario.requests.count == 1)
    }

    @Test("once the least interval has passed, and no later, after a restart with the clock set back")
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

    /// A widget without a wish for the location whose timeline was just accepted, with a date in so many seconds.
    private func delivered(after seconds: Int) throws -> Scenario {
        var (scenario, _, provider) = try Scenario.calendar()
        let policy = ReloadPolicy.after(scenario.now.utc.advanced(by: .seconds(seconds)))
        try scenario.reload(with: .entries(at: [scenario.now.utc], policy: policy), on: provider)
        scenario.forget()
        return scenario
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("The budget of a widget")
struct ReloadBudgetTests {
    @Test("warns once when it is used up, with what used it and how much of that was in vain")
    func warning() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        var warnings: [Decision] = []
        for _ in 0..<40 {
            scenario.forget()
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
            for request in scenario.requests {
                try scenario.answer(request, with: .entries(at: [scenario.now.utc]), on: provider)
            }
            scenario.advance(by: .seconds(60))
            for request in scenario.requests.dropFirst() {
                try scenario.answer(request, with: .entries(at: [scenario.now.utc]), on: provider)
            }
            warnings += scenario.decisions.filter { $0.name == "budgetUsedUp" }
        }
        #expect(warnings.count == 1)
        let text = try #require(warnings.first).text
        #expect(text.contains("used up its budget of 70 reloads a day"))
        #expect(text.contains("charged since it was half full: 6 asked for by its provider; 6 of them"))
    }

    @Test("counts a reload as in vain only where every entry has the content that it had before")
    func unchangedContent() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        let unchanged = { (scenario: Scenario) in scenario.engine.budget(of: widget)?.uses.unchanged }
        let dates = [scenario.now.utc, scenario.now.utc.advanced(by: .seconds(60))]
        let contents = [["a", "b"], ["a", "c"], ["d", "c"], ["d"]]
        // Half of the budget is used up, so that uses add up.
        for number in 0..<6 {
            try scenario.reload(with: .entries(at: dates, bytes: number), on: provider)
        }
        #expect(unchanged(scenario) == 0)
        for content in contents {
            let entries = zip(dates, content).map { TimelineEntry(date: $0, content: #"{"text":"\#($1)"}"#) }
            try scenario.reload(with: Timeline(entries: entries, policy: .never), on: provider)
        }
        #expect(unchanged(scenario) == 0)
        let same = TimelineEntry(date: dates[1], content: #"{"text":"d"}"#)
        try scenario.reload(with: Timeline(entries: [same], policy: .never), on: provider)
        #expect(unchanged(scenario) == 1)
    }

    @Test("lets a free reload pass while it is used up, which serves the waiting one too")
    func freeOvertakes() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.useUpBudget(on: provider)
        #expect(scenario.pending(widget) == .requestedByProvider)
        scenario.forget()
        scenario.travel(eastMeters: 2000)
        #expect(try scenario.onlyRequest().reason == .significantChange)
        try scenario.answer(scenario.onlyRequest(), on: provider)
        #expect(scenario.pending(widget) == nil)
    }

    @Test("no longer holds a reload that its provider asked for once the app is used")
    func appUse() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        scenario.forget()
        _ = scenario.connectApp()
        #expect(try scenario.onlyCharge() == .free(exemption: .appInUse))
    }

    @Test("gets back the cost of a request if the provider goes away before it answers")
    func refund() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        let before = try #require(scenario.engine.budget(of: widget)?.saved)
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.onlyCharge() == .charged(left: Int(before) - 1))
        scenario.disconnect(provider)
        let budget = try #require(scenario.engine.budget(of: widget))
        #expect(budget.saved == before)
        #expect(budget.uses == .init(), "what was given back is no use")
    }

    @Test("gets nothing back for a request that was free")
    func noRefund() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        try scenario.answer(scenario.onlyRequest(), on: provider)
        _ = scenario.connectApp()
        let before = try #require(scenario.engine.budget(of: widget))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.onlyCharge() == .free(exemption: .appInUse))
        scenario.disconnect(provider)
        let after = try #require(scenario.engine.budget(of: widget))
        #expect(after.saved == before.saved && after.uses == before.uses)
    }

    @Test("survives a restart, as does the reload that waits for it")
    func restart() throws {
        var (before, widget, provider) = try Scenario.calendar()
        try before.useUpBudget(on: provider)
        let wait = try #require(before.engine.reloadWait(of: widget)?.remaining)
        var scenario = Scenario(state: before.engine.savedState, at: before.now)
        _ = scenario.connectProvider(kinds: Scenario.calendarKind)
        #expect(scenario.requests.isEmpty)
        #expect(scenario.engine.reloadWait(of: widget)?.remaining == wait)
        scenario.advance(by: wait)
        #expect(scenario.requests.count == 1)
    }

    @Test("is that of the widget alone: another of the same kind has its own")
    func own() throws {
        var (scenario, _, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        scenario.forget()
        let other = try scenario.place(.calendar)
        #expect(try scenario.onlyRequest().widget == other)
        try scenario.answer(scenario.onlyRequest(), on: provider)
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.onlyRequest().widget == other)
    }

    @Test(
        "grows on when the clock is set back, and gets no more than it can save when it is set forward",
        arguments: [-400, 400]
    )
    func clock(_ days: Int) throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        scenario.setWallClock(by: .seconds(days * 86_400))
        scenario.forget()
        let budget = try #require(scenario.engine.budget(of: widget))
        #expect(budget.saved <= budget.capacity)
        scenario.advance(by: .seconds(3600))
        #expect(scenario.requests.first?.reason == .requestedByProvider)
    }

    @Test("is one of the conditions that explain a widget, and says when it allows the next reload")
    func explanation() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        func check() throws -> Explanation.Check {
            try #require(
                scenario.engine.explanation(of: widget).checks.first { $0.condition == .budgetAllows }
            )
        }
        #expect(try check().holds == true)
        #expect(try check().text == "its budget has 11 of 11 reloads left, 70 a day")
        try scenario.useUpBudget(on: provider)
        #expect(try check().holds == false)
        #expect(try check().text.hasPrefix("its budget is used up, and allows the next in "))
        scenario.send(.settingsChanged(.withoutBudget))
        #expect(try check().text == "the budget is off")
        #expect(scenario.requests.count == 1, "nothing holds the waiting reload any more")
    }
}

extension EngineSettings {
    static let withoutBudget = EngineSettings.with { $0.dailyReloads = nil }
}

@Suite("The night of a person")
struct WakingHoursTests {
    @Test("is learned on after the clock was set back by more than a day")
    func clock() throws {
        var (scenario, widget, _) = try Scenario.calendar()
        try scenario.show(widget)
        try scenario.hide(widget)
        let before = scenario.engine.savedState.wakingHours[Caller.owner.user]
        scenario.setWallClock(by: .seconds(-30 * 3600))
        try scenario.show(widget)
        #expect(scenario.engine.savedState.wakingHours[Caller.owner.user] != before)
    }

    @Test("is learned from looks at any widget within nine days, and is over with a look in it")
    func learned() throws {
        let (scenario, widget, _) = try Scenario.sleeper()
        let night = try #require(scenario.engine.budget(of: widget)?.night)
        #expect(night.firstHour == 21 && night.length == 10)
        var later = scenario
        later.advance(by: .seconds(5 * 3600))
        try later.show(widget)
        #expect(later.engine.budget(of: widget)?.night?.length ?? 0 < 6)
    }
}

/// Somebody who is awake from 7 to 21 o'clock: 84 reloads a day make 70 in 14 hours, one in twelve minutes.
@Suite("A budget that is used up")
struct NightLengthTests {
    private static let most = 84

    private func waking() throws -> WakingHours {
        let shares = (0..<24).map { (7..<21).contains($0) ? 0.9 : 0 }
        return try #require(WakingHours(shares: shares, latestHour: 0))
    }

    private func usedUp(at start: UTCInstant) throws -> ReloadBudget {
        try #require(
            ReloadBudget(
                seenHours: 24,
                latestHour: start.nanosecondsSince1970 / 3_600_000_000_000,
                saved: 0,
                refilledAt: start,
                uses: .init(),
                isWarned: false
            )
        )
    }

    @Test(
        "grows by the minute in the waking hours, and not at all in the night",
        arguments: [
            ("10:30", 2, 10), ("20:30", 1, 2.5), ("20:30", 10, 2.5), ("22:00", 1, 0), ("06:30", 1, 2.5),
            ("06:30", 25, 14),
        ] as [(String, Int, Double)]
    )
    func growth(from time: String, hours: Int, gained: Double) throws {
        let start = try #require(UTCInstant("2026-05-11T\(time):00Z"))
        let later = start.advanced(by: .seconds(hours * 3600))
        let saved = try usedUp(at: start).saved(at: later, of: Self.most, waking())
        #expect(abs(saved - gained) < 1e-6)
    }

    @Test("keeps a reload that it would allow in the night until the person is awake", arguments: [22, 2])
    func nextReload(from hour: Int) throws {
        let evening = try #require(UTCInstant("2026-05-11T00:00:00Z"))
        let start = evening.advanced(by: .seconds(hour * 3600))
        let date = try usedUp(at: start).date(of: 1, most: Self.most, waking(), after: start)
        let morning = evening.advanced(by: .seconds((hour < 7 ? 7 : 31) * 3600))
        #expect(morning.duration(to: date) == .seconds(12 * 60))
    }
}

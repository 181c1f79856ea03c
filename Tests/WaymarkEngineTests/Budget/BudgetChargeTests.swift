import LocationModel
import Testing
import WaymarkEngine

@Suite("A charge to the budget of a widget")
struct BudgetChargeTests {
    @Test("leaves what was gained since the last one")
    func gains() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        for _ in 0..<5 { try scenario.reload(with: .entries(at: [scenario.now.utc]), on: provider) }
        scenario.advance(by: .seconds(3600))
        let before = try #require(scenario.engine.budget(of: widget)?.saved)
        #expect(before > 9 && before < 10)
        try scenario.reload(with: .entries(at: [scenario.now.utc]), on: provider)
        let after = try #require(scenario.engine.budget(of: widget)?.saved)
        #expect(abs(before - 1 - after) < 0.001)
    }

    @Test("does not move the date of the next one, nor does the time until then")
    func nextDate() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        try scenario.useUpBudget(on: provider)
        let before = try #require(scenario.engine.budget(of: widget))
        let next = try #require(before.nextAt)
        scenario.advance(by: scenario.now.utc.duration(to: next) / 2)
        let later = try #require(scenario.engine.budget(of: widget))
        #expect(later.nextAt == next && later.fullAt == before.fullAt)
        #expect(scenario.engine.reloadWait(of: widget)?.remaining == scenario.now.utc.duration(to: next))
    }

    @Test("is made for a reload that is all but saved up, and leaves nothing")
    func almostSavedUp() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        for _ in 0..<11 { try scenario.reload(with: .entries(at: [scenario.now.utc]), on: provider) }
        let next = try #require(scenario.engine.budget(of: widget)?.nextAt)
        scenario.advance(by: scenario.now.utc.duration(to: next) - .seconds(61))
        var budget = try #require(scenario.engine.budget(of: widget))
        while budget.nextAt != nil {
            scenario.advance(by: .seconds(1))
            budget = try #require(scenario.engine.budget(of: widget))
        }
        #expect(budget.saved < 1 && budget.wholeSaved == 1)
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(try scenario.onlyCharge() == .charged(left: 0))
        let after = try #require(scenario.engine.budget(of: widget))
        #expect(after.saved == 0 && after.wholeSaved == 0)
    }

    @Test("begins a new count of uses while the budget is at least half full")
    func halfFull() throws {
        var settings = EngineSettings()
        settings.dailyReloads = 12
        var (scenario, widget, provider) = try Scenario.calendar(settings: settings)
        for left in [1.0, 0] {
            try scenario.reload(with: .entries(at: [scenario.now.utc]), on: provider)
            let budget = try #require(scenario.engine.budget(of: widget))
            #expect(budget.saved == left && budget.uses.requested == 1)
        }
    }

    @Test("was in vain only where every entry has the content that it had before")
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

    @Test("was not in vain where none was made, although the content is the one of before")
    func freeInVain() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        for number in 1...7 {
            try scenario.reload(with: .entries(at: [scenario.now.utc], bytes: number), on: provider)
        }
        _ = scenario.connectApp()
        try scenario.reload(with: .entries(at: [scenario.now.utc], bytes: 7), on: provider)
        #expect(try scenario.onlyCharge() == .free(.appInUse))
        #expect(scenario.engine.budget(of: widget)?.uses.unchanged == 0)
    }

    @Test("that uses the budget up is warned of again once it was full in between")
    func warnsAgain() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        for _ in 0..<2 {
            try scenario.useUpBudget(on: provider)
            #expect(scenario.decisions.count { $0.name == "budgetUsedUp" } == 1)
            let wait = try #require(scenario.engine.reloadWait(of: widget)?.remaining)
            scenario.forget()
            scenario.advance(by: wait)
            try scenario.answer(scenario.onlyRequest(), on: provider)
            scenario.advance(by: .seconds(86_400))
        }
    }

    @Test("is counted up to 255 of a kind")
    func manyUses() throws {
        let (before, widget, _) = try Scenario.calendar()
        var (state, uses) = (before.engine.savedState, ReloadBudget.Uses())
        (uses.requested, uses.unchanged) = (.max, .max)
        state.widgets[widget]?.budget = ReloadBudget(
            seenHours: 8,
            latestHour: before.now.utc.nanosecondsSince1970 / 3_600_000_000_000,
            saved: 3,
            refilledAt: before.now.utc,
            uses: uses,
            isWarned: false
        )
        var scenario = Scenario(state: state, at: before.now)
        let provider = scenario.connectProvider(kinds: Scenario.calendarKind)
        try scenario.reload(with: .entries(at: [scenario.now.utc]), on: provider)
        #expect(scenario.engine.budget(of: widget)?.uses == uses)
    }
}

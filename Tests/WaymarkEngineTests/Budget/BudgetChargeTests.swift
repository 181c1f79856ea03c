import LocationModel
import Testing
import WaymarkEngine

@Suite("A charge to the budget of a widget")
struct BudgetChargeTests {
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
}

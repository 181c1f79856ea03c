import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget's next reload waits for")
struct ReloadWaitTests {
    @Test("the person's confirmation")
    func confirmation() throws {
        var (app, widget) = try ProvisionalAlwaysTests.away()
        ProvisionalAlwaysTests.travel(&app, eastMeters: 3000)
        #expect(wait(app.scenario, widget)?.text.hasPrefix("not in use, ") == true)
        (app, widget) = try ProvisionalAlwaysTests.away(widgets: .deny)
        ProvisionalAlwaysTests.travel(&app, eastMeters: 3000)
        #expect(wait(app.scenario, widget) == .alwaysUnconfirmed)
        #expect(wait(app.scenario, widget)?.text.hasPrefix("the person has not confirmed yet") == true)
    }

    @Test("an answer, and after a failure the next attempt")
    func answerAndRetry() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.travel(eastMeters: 2000)
        let request = try scenario.onlyRequest()
        scenario.advance(by: .seconds(7))
        #expect(wait(scenario, widget) == .answerOutstanding(request.request, remaining: .seconds(20)))
        try scenario.fail(request)
        scenario.advance(by: .seconds(10))
        #expect(wait(scenario, widget) == .backingOff(remaining: .seconds(20)))
    }

    @Test("a fix, and no more once the window has ended, or the use of its app")
    func unentitled() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(895))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(wait(scenario, widget) == .fix(remaining: .seconds(10)))
        #expect(wait(scenario, widget)?.text == "with the first fix, in 10 s at most")
        scenario.advance(by: .seconds(5))
        let request = try scenario.onlyRequest()
        #expect(request.location.absence == .insufficientlyInUse)
        try scenario.answer(request)

        let app = scenario.connectApp()
        scenario.disconnect(app)
        scenario.advance(by: .seconds(1))
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        #expect(wait(scenario, widget) == .fix(remaining: .seconds(10)))
        scenario.advance(by: .seconds(4))
        #expect(try scenario.onlyRequest().location.absence == .insufficientlyInUse)
    }

    @Test("a date, and the end of the least interval where the date comes sooner")
    func schedule() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let later = scenario.now.utc.advanced(by: .seconds(301))
        try scenario.answer(scenario.onlyRequest(), with: .entries(at: [later], policy: .atEnd))
        #expect(wait(scenario, widget) == .date(remaining: .seconds(301)))
        #expect(wait(scenario, widget)?.text == "in 5 min 1 s, at the date that its timeline names")
        scenario.forget()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let now = scenario.now.utc
        try scenario.answer(scenario.onlyRequest(), with: .entries(at: [now], policy: .after(now)))
        scenario.advance(by: .seconds(100))
        #expect(wait(scenario, widget) == .interval(remaining: .seconds(200)))
        #expect(wait(scenario, widget)?.text == "in 3 min 20 s, at the end of the least interval")
    }

    @Test("the budget, where that allows a reload only after the date that its timeline names")
    func scheduledOverBudget() throws {
        var (scenario, widget, provider) = try Scenario.calendar()
        let date = scenario.now.utc.advanced(by: .seconds(400))
        func next() throws -> UTCInstant? { try #require(scenario.engine.budget(of: widget)).nextAt }
        while try next() == nil {
            #expect(wait(scenario, widget)?.isForBudget != true)
            try scenario.reload(with: .entries(at: [scenario.now.utc], policy: .after(date)), on: provider)
        }
        let allowed = scenario.now.utc.duration(to: try #require(try next()))
        #expect(allowed > .seconds(400))
        #expect(wait(scenario, widget) == .overBudget(remaining: allowed))
        // Nothing is asked for at the date.
        scenario.forget()
        scenario.advance(by: allowed - .seconds(1))
        #expect(scenario.requests.isEmpty)
        scenario.advance(by: .seconds(1))
        #expect(try scenario.onlyRequest().reason == .dateReached)
    }

    private func wait(_ scenario: Scenario, _ widget: WidgetIdentifier) -> ReloadWait? {
        scenario.engine.status(of: widget)?.reloadWait
    }
}

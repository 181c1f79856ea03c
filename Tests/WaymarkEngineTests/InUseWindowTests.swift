import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget counts as in use")
struct InUseWindowTests {
    @Test("for a whole window once it is hidden again, and none ends while it is in view")
    func shownAgain() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(600))
        try scenario.show(widget)
        scenario.forget()
        scenario.advance(by: .seconds(600))
        #expect(!scenario.decisionNames.contains("windowEnded"))
        #expect(scenario.use(of: widget) == .inView)
        try scenario.hide(widget)
        scenario.advance(by: .seconds(899))
        #expect(scenario.use(of: widget) == .inWindow(since: .seconds(899), remaining: .seconds(1)))
        scenario.advance(by: .seconds(1))
        #expect(scenario.use(of: widget) == .notInUse(since: .seconds(900)))
    }

    @Test("after a restart, while nobody has taken back what brought it into view")
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

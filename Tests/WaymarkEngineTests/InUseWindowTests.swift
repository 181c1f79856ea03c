import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget counts as in use")
struct InUseWindowTests {
    @Test("until the last of its hosts has it out of view")
    func severalHosts() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let bar = scenario.connectHost()
        let lockScreen = scenario.connectHost()
        try scenario.show(widget, on: bar)
        try scenario.show(widget, on: lockScreen)
        try scenario.hide(widget, on: bar)
        #expect(scenario.use(of: widget) == .inView)
        try scenario.hide(widget, on: lockScreen)
        #expect(scenario.use(of: widget).isInUse)
        #expect(scenario.use(of: widget) != .inView)
        #expect(scenario.decisionNames.filter { $0 == "viewed" || $0 == "hidden" } == ["viewed", "hidden"])
    }

    @Test("as out of view once the stream of its host has ended, and the window begins")
    func hostVanishes() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let host = scenario.connectHost()
        try scenario.show(widget, on: host)
        scenario.advance(by: .seconds(3600))
        #expect(scenario.use(of: widget) == .inView)
        scenario.disconnect(host)
        #expect(scenario.use(of: widget) == .inWindow(since: .zero, remaining: .seconds(900)))
    }

    @Test("where the view stands, which is saved when it begins and when it ends")
    func standingViewSaved() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        func saved() -> [Bool] {
            scenario.effects.compactMap {
                if case .commit(.standingView(widget, let stands)) = $0 { stands } else { nil }
            }
        }
        let host = scenario.connectHost()
        try scenario.show(widget, on: host)
        #expect(saved().isEmpty, "the view of a host ends with its stream")
        for _ in 0..<2 { try scenario.show(widget) }
        #expect(saved() == [true])
        for _ in 0..<2 { try scenario.hide(widget) }
        #expect(saved() == [true, false])
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

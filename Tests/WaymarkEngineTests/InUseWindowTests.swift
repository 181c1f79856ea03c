import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget counts as in use")
struct InUseWindowTests {
    @Test(
        "for 15 minutes after it was last in view, and not a nanosecond longer",
        arguments: [
            (.zero, true), (.seconds(899), true), (.seconds(900) - .nanoseconds(1), true),
            (.seconds(900), false), (.seconds(901), false),
        ] as [(Duration, Bool)]
    )
    func boundary(_ elapsed: Duration, _ isInUse: Bool) throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.advance(by: .seconds(3600))
        try scenario.hide(widget)
        scenario.advance(by: elapsed)
        #expect(scenario.use(of: widget).isInUse == isInUse)
    }

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

    @Test("however the wall clock jumps", arguments: [-3, -1, 1, 3])
    func wallClockJumps(_ years: Int) throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        scenario.advance(by: .seconds(600))
        scenario.setWallClock(by: .seconds(years * 365 * 86_400))
        #expect(scenario.use(of: widget) == .inWindow(since: .seconds(600), remaining: .seconds(300)))
        scenario.advance(by: .seconds(299))
        #expect(scenario.use(of: widget).isInUse)
        scenario.advance(by: .seconds(1))
        #expect(!scenario.use(of: widget).isInUse)
        #expect(scenario.decisionNames.count { $0 == "windowEnded" } == 1)
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

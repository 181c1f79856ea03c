import LocationModel
import Testing
import WaymarkEngine

@Suite("A change of the length of in-use windows")
struct ChangedWindowTests {
    private static func change(_ scenario: inout Scenario, to window: Duration) {
        var settings = scenario.engine.settings
        settings.inUseWindow = window
        scenario.send(.settingsChanged(settings))
    }

    @Test("leaves a widget in view alone, which was in view before")
    func inView() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        Self.change(&scenario, to: .seconds(2 * 86_400))
        scenario.advance(by: .seconds(3 * 86_400))
        #expect(scenario.use(of: widget) == .inView)
        #expect(!scenario.decisions.contains(.windowEnded))
    }

    @Test("moves the end of an open window, and opens one again that would not have ended yet")
    func open() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let window = scenario.engine.settings.inUseWindow
        try scenario.hide(widget)
        scenario.advance(by: window / 4)
        Self.change(&scenario, to: window / 2)
        #expect(scenario.use(of: widget) == .inWindow(since: window / 4, remaining: window / 4))
        scenario.advance(by: window / 2)
        #expect(scenario.use(of: widget) == .notInUse(since: window * 3 / 4))
        Self.change(&scenario, to: window)
        #expect(scenario.use(of: widget) == .inWindow(since: window * 3 / 4, remaining: window / 4))
    }

    @Test("opens none that has ended all the same, which is on record once", arguments: [0, 1])
    func ended(nanoseconds: Int) throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let window = scenario.engine.settings.inUseWindow
        try scenario.hide(widget)
        scenario.advance(by: window * 2 + .nanoseconds(nanoseconds))
        Self.change(&scenario, to: window * 2)
        scenario.advance(by: .seconds(1))
        #expect(
            scenario.use(of: widget) == .notInUse(since: window * 2 + .nanoseconds(nanoseconds) + .seconds(1))
        )
        #expect(scenario.decisions.count { $0 == .windowEnded } == 1)
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("A widget on a surface that is always in view")
struct AlwaysInViewTests {
    private static let words = "always in view: its host's surface is"

    @Test("is in use as long as its host shows it, and says why")
    func evidence() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let dashboard = scenario.connectHost(isAlwaysInView: true)
        #expect(!scenario.use(of: widget).isInUse)
        try scenario.show(widget, on: dashboard)
        scenario.advance(by: .seconds(3 * 86_400))
        #expect(scenario.use(of: widget) == .alwaysInView)
        #expect(scenario.engine.entitlement(of: .widget(widget))?.ground == .inView)
        let explanation = scenario.engine.explanation(of: widget)
        #expect(explanation.checks.contains { $0.text == "it is always in view: its host's surface is" })
        #expect(scenario.decisions.filter { $0 == .alwaysInView }.map(\.text) == [Self.words])
        #expect(scenario.decisions.count { $0 == .viewed } == 1)
    }
}

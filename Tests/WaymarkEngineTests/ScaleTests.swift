import LocationModel
import Testing
import WaymarkEngine

@Suite("With ten thousand widgets, each of an app of its own")
struct ScaleTests {
    private static let count = 10_000

    @Test("a fix at rest brings about nothing, and a change a few effects for each widget")
    func fixes() throws {
        var scenario = Scenario(settings: .unlimited, state: ManyApps.state(count: Self.count), at: .start)
        for number in 1...Self.count {
            _ = scenario.connectProvider(ManyApps.app(number))
            try scenario.show(WidgetIdentifier(UInt64(number)))
        }
        scenario.arrive()
        scenario.forget()
        scenario.fix()
        #expect(scenario.effects.isEmpty)

        scenario.advance(by: .seconds(330))
        scenario.forget()
        scenario.travel(eastMeters: 3000)
        let requests = scenario.requests
        #expect(requests.count == Self.count)
        #expect(scenario.effects.count <= 4 * Self.count + 20)

        scenario.forget()
        for request in requests {
            try scenario.answer(request, on: SessionIdentifier(request.widget.rawValue))
        }
        #expect(scenario.engine.savedState.widgets.values.allSatisfy { $0.pendingReload == nil })
        #expect(scenario.effects.count == 4 * Self.count)
    }
}

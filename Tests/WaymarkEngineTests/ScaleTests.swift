import LocationModel
import Testing
import WaymarkEngine

@Suite("With ten thousand widgets, each of an app of its own")
struct ScaleTests {
    private static let count = 10_000

    @Test("a fix at rest brings about nothing, and a change a few effects for each widget")
    func fixes() throws {
        var scenario = Scenario(state: Self.state, at: .start)
        for number in 1...Self.count {
            _ = scenario.connectProvider(Self.app(number))
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
        #expect(scenario.engine.state.pendingReloads.isEmpty)
        #expect(scenario.effects.count == 4 * Self.count)
    }

    private static func app(_ number: Int) -> AppKey { .app("org.example.App\(number)") }

    private static let state: SavedState = {
        var state = SavedState()
        let timeline = Timeline.entries(at: [Moment.start.utc])
        for number in 1...count {
            let app = app(number)
            let kind = KindKey(app: app, kind: .here)
            let widget = WidgetIdentifier(UInt64(number))
            state.apply(.grant(app, Grant(status: .authorizedWhenInUse, widgets: .granted)))
            state.apply(.kind(kind, KindDeclaration(wantsLocation: true)))
            state.apply(.widgetPlaced(widget, PlacedWidget(kind: kind)))
            let delivered = DeliveredTimeline(
                timeline: timeline,
                deliveredAt: Moment.start.utc,
                knewLocation: true
            )
            state.apply(.timeline(widget, delivered))
        }
        state.apply(
            .lastNotifiedPlace(
                NotifiedPlace(coordinate: .home, horizontal95Meters: 5, notifiedAt: Moment.start.utc)
            )
        )
        return state
    }()
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("A host's own key")
struct HostKeyTests {
    private let bar = HostKey("bar")

    @Test("finds the widget that was placed with it until that is removed, also after a restart")
    func found() throws {
        var (scenario, other, _) = try Scenario.quiet()
        let first = try scenario.place(key: bar)
        #expect(first != other)
        #expect(try scenario.place(key: bar) == first)
        #expect(try scenario.place(key: HostKey("dock")) != first)
        #expect(scenario.engine.status(of: first)?.hostKey == bar)
        try scenario.call(.remove(first))
        let second = try scenario.place(key: bar)
        #expect(second != first)
        var restarted = Scenario(state: scenario.engine.savedState, at: scenario.now)
        #expect(try restarted.place(key: bar) == second)
    }

    @Test("finds nothing of another kind or another user")
    func scope() throws {
        var (scenario, _, _) = try Scenario.quiet()
        let placed = try scenario.place(key: bar)
        let app = AppKey(user: Caller.neighbour.user, app: AppKey.weather.app)
        _ = scenario.connectProvider(.weather, kinds: [.calendar: .init(wantsLocation: false)])
        _ = scenario.connectProvider(app)
        let others = [
            try scenario.place(.calendar, key: bar),
            try scenario.place(KindKey(app: app, kind: .here), key: bar, by: .neighbour),
        ]
        #expect(Set(others + [placed]).count == 3)
        #expect(throws: Refusal.notPermitted) { try scenario.place(key: bar, by: .neighbour) }
    }

    @Test("is kept with the widget, and no number of a widget comes twice, in whatever order they are read")
    func saved() throws {
        var state = SavedState()
        let key = try #require(HostKey("bar"))
        for number in [UInt64(5), 3] {
            state.apply(.widgetPlaced(WidgetIdentifier(number), .here, key: number == 5 ? key : nil))
        }
        #expect(state.widgets[WidgetIdentifier(5)]?.hostKey == key)
        #expect(state.nextWidgetNumber == 6)
    }
}

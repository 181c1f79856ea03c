import LocationModel
import Testing
import WaymarkEngine

@Suite("A host")
struct HostTests {
    @Test("is shown every entry at its date, once")
    func entries() throws {
        var (scenario, widget, provider) = try Scenario.viewed()
        let host = scenario.connectHost()
        scenario.fix()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let start = scenario.now
        let dates = [0, 60, 200].map { start.utc.advanced(by: .seconds($0)) }
        try scenario.answer(scenario.onlyRequest(), with: .entries(at: dates))
        scenario.forget()
        scenario.advance(by: .seconds(3600))
        let shown = scenario.simulation.outcomes.compactMap { outcome -> (Duration, String?)? in
            guard case .tellHost(host, .widget(let view)) = outcome.effect, view.widget == widget else {
                return nil
            }
            return (start.instant.duration(to: outcome.moment.instant), view.entry?.content)
        }
        #expect(shown.map(\.0) == [.seconds(60), .seconds(200)])
        #expect(shown.map(\.1) == [#"{"text":"1"}"#, #"{"text":"2"}"#])
    }

    @Test("is shown the entry for the present again when the wall clock is set back")
    func wallClockSetBack() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        let host = scenario.connectHost()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let start = scenario.now.utc
        let dates = [start, start.advanced(by: .seconds(60))]
        try scenario.answer(scenario.onlyRequest(), with: .entries(at: dates))
        scenario.advance(by: .seconds(100))
        scenario.forget()
        scenario.setWallClock(by: .seconds(-90))
        #expect(scenario.hostEvents(to: host).compactMap(\.content) == [#"{"text":"0"}"#])
        scenario.forget()
        scenario.advance(by: .seconds(50))
        #expect(scenario.hostEvents(to: host).compactMap(\.content) == [#"{"text":"1"}"#])
    }

    @Test("is told of its user's widgets, and of everybody's if it is root's or the kiosk's")
    func everybody() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let kiosk = Caller(user: Caller.neighbour.user, isKiosk: true)
        let boxed = Caller(user: Caller.owner.user, isSandboxed: true, sandboxedApps: [AppKey.tides.app])
        let hosts = [.root, kiosk, .owner, .neighbour, boxed].map { scenario.connectHost(by: $0) }
        func told() -> [[WidgetIdentifier?]] {
            hosts.map { host in
                scenario.hostEvents(to: host).flatMap { event -> [WidgetIdentifier?] in
                    if case .session(let views, _) = event { views.map(\.widget) } else { [event.widget] }
                }
            }
        }
        #expect(told() == [[widget], [widget], [widget], [], []])
        scenario.forget()
        let second = try scenario.place()
        #expect(told() == [[second], [second], [second], [], []])
        scenario.disconnect(hosts[0])
        scenario.forget()
        try scenario.call(.remove(second))
        for host in hosts[1...2] { #expect(scenario.hostEvents(to: host) == [.removed(second)]) }
        for host in [hosts[0], hosts[3], hosts[4]] { #expect(scenario.hostEvents(to: host).isEmpty) }
    }

    @Test("is told of many widgets in pieces, each widget once and as it is then")
    func pieces() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        let widgets = try (0..<200).map { _ in try scenario.place() }
        let host = scenario.connectHost()
        guard case .session(let first, hasMore: true)? = scenario.hostEvents(to: host).first else {
            Issue.record("a host's stream begins with its session")
            return
        }
        #expect(first.map(\.widget) == Array(widgets.prefix(Engine.widgetsPerPiece)))
        // It learns at once what changes of the widgets it was told of, and the rest with their piece.
        scenario.forget()
        let lastTold = Engine.widgetsPerPiece - 1
        for index in [0, lastTold, lastTold + 1, 199] { try scenario.call(.remove(widgets[index])) }
        let added = try scenario.place()
        #expect(scenario.hostEvents(to: host) == [.removed(widgets[0]), .removed(widgets[lastTold])])
        var told = first.map(\.widget)
        var hasMore = true
        while hasMore {
            scenario.forget()
            scenario.send(.hostIsReady(host))
            guard case .widgets(let piece, hasMore: let more)? = scenario.hostEvents(to: host).first else {
                Issue.record("a host that is ready is told more")
                return
            }
            #expect(piece.count <= Engine.widgetsPerPiece)
            told += piece.map(\.widget)
            hasMore = more
        }
        #expect(told == widgets.filter { ![widgets[lastTold + 1], widgets[199]].contains($0) } + [added])
        scenario.forget()
        scenario.send(.hostIsReady(host))
        #expect(scenario.hostEvents(to: host).isEmpty)
        try scenario.call(.remove(added))
        #expect(scenario.hostEvents(to: host) == [.removed(added)])
    }

    @Test("that names widgets is told of those, and its widgets leave view with it")
    func named() throws {
        var scenario = Scenario()
        _ = scenario.connectProvider()
        let widgets = try (0..<3).map { _ in try scenario.place() }
        let host = scenario.connectHost(widgets: [widgets[2], widgets[0]])
        guard case .session(let views, hasMore: false)? = scenario.hostEvents(to: host).first else {
            Issue.record("a host's stream begins with its session")
            return
        }
        #expect(views.map(\.widget) == [widgets[0], widgets[2]])
        try scenario.call(.setVisibility(widgets[0], visible: true, session: host))
        #expect(scenario.use(of: widgets[0]) == .inView)
        scenario.send(.disconnected(host))
        #expect(scenario.use(of: widgets[0]) != .inView)
    }

    @Test("that names another user's widget is refused, and told nothing of it later")
    func foreign() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        let host = scenario.connectHost(by: .neighbour, widgets: [widget])
        #expect(scenario.refusals == [.unknownWidget(widget)])
        try scenario.authorize(.denied)
        try scenario.call(.remove(widget))
        #expect(scenario.hostEvents(to: host).isEmpty)
    }

    @Test("of another user cannot be made to show a widget")
    func foreignHost() throws {
        var (scenario, _, _) = try Scenario.quiet()
        let host = scenario.connectHost()
        _ = scenario.connectProvider(.neighboursWeather)
        let widget = try scenario.place(KindKey(app: .neighboursWeather, kind: .here), by: .neighbour)
        #expect(throws: Refusal.unknownSession(host)) {
            try scenario.call(.setVisibility(widget, visible: true, session: host), by: .neighbour)
        }
    }

    @Test("that shows a widget without a stream has it in view until it hides it, also after a restart")
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
        _ = scenario.connectProvider(kinds: Scenario.calendarKind)
        _ = scenario.connectProvider(.neighboursWeather)
        let others = [
            try scenario.place(.calendar, key: bar),
            try scenario.place(KindKey(app: .neighboursWeather, kind: .here), key: bar, by: .neighbour),
        ]
        #expect(Set(others + [placed]).count == 3)
        #expect(throws: Refusal.notPermitted) { try scenario.place(key: bar, by: .neighbour) }
    }

    @Test("lets no number of a widget come twice, in whatever order they are read")
    func saved() {
        var state = SavedState()
        let widgets = [WidgetIdentifier(5), WidgetIdentifier(3)]
        for widget in widgets { state.apply(.widgetPlaced(widget, .here, key: nil)) }
        #expect(state.nextWidgetNumber == 6)
    }
}

extension HostEvent {
    fileprivate var content: String? {
        if case .widget(let view) = self { view.entry?.content } else { nil }
    }

    fileprivate var widget: WidgetIdentifier? {
        if case .widget(let view) = self { view.widget } else { nil }
    }
}

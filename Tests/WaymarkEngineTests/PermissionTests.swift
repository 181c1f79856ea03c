import LocationModel
import Testing
import WaymarkEngine

@Suite("A caller")
struct CallerTests {
    @Test(
        "shows everybody's widgets only as root or the kiosk, and records the service as its user or root",
        arguments: CallerRole.allCases
    )
    func everybody(_ role: CallerRole) {
        let caller = role.caller
        #expect(caller.showsForEverybody == [.member, .root].contains(role))
        #expect(caller.mayRecord(serviceOf: Caller.owner.user) == [.owner, .root].contains(role))
    }

    @Test(
        "simulates the location of a service only as its user or root, and from no sandbox",
        arguments: CallerRole.allCases
    )
    func simulation(_ role: CallerRole) {
        let maySimulate = role.caller.maySimulate(forServiceOf: Caller.owner.user)
        #expect(maySimulate == [.owner, .root].contains(role))
    }
}

@Suite("Another user")
struct PermissionTests {
    @Test("may not place, remove, show, hide or authorize, and changes nothing by trying")
    func refused() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let state = scenario.engine.savedState
        let table: [(Command, Refusal)] = [
            (.place(.here), .notPermitted),
            (.remove(widget), .unknownWidget(widget)),
            (.setVisibility(widget, visible: true, session: nil), .unknownWidget(widget)),
            (.setVisibility(widget, visible: false, session: nil), .unknownWidget(widget)),
            (
                .authorize(.weather, SettingsChange(status: .authorizedAlways, widgets: .granted)),
                .notPermitted
            ),
        ]
        for (command, refusal) in table {
            scenario.forget()
            #expect(throws: refusal) { try scenario.call(command, by: .neighbour) }
            #expect(scenario.effects.count == 1)
        }
        #expect(scenario.engine.savedState == state)
        #expect(!scenario.engine.receiversAreOn)
    }

    @Test("sees neither widgets nor apps nor streams nor what was decided about them")
    func unseen() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        #expect(scenario.engine.widgets(visibleTo: .neighbour).isEmpty)
        #expect(scenario.engine.apps(visibleTo: .neighbour).isEmpty)
        #expect(scenario.engine.sessionCount(visibleTo: .neighbour) == 0)
        #expect(throws: Refusal.unknownWidget(widget)) {
            try scenario.engine.kind(of: widget, for: .neighbour)
        }
        let host = scenario.connectHost(by: .neighbour)
        #expect(scenario.hostEvents(to: host) == [.session([], hasMore: false)])
        scenario.forget()
        _ = try scenario.place()
        #expect(scenario.hostEvents(to: host).isEmpty)
        for entry in scenario.simulation.decisions where entry.subject.widget != nil {
            #expect(!entry.subject.isVisible(to: .neighbour))
        }
    }

    @Test("reads of no agent or launcher that comes or goes")
    func unseenStreams() {
        var scenario = Scenario()
        let streams = [scenario.connectAgent(), scenario.connectLauncher()]
        for session in streams { scenario.disconnect(session) }
        let entries = scenario.simulation.decisions
        #expect(entries.count == 4)
        #expect(entries.allSatisfy { $0.subject.isVisible(to: .owner) })
        #expect(!entries.contains { $0.subject.isVisible(to: .neighbour) })
    }

    @Test("may not watch a widget by its name")
    func namedWatch() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        _ = scenario.connectHost(by: .neighbour, widgets: [widget])
        guard case .refuse(_, let refusal)? = scenario.effects.first else {
            Issue.record("the stream must be refused")
            return
        }
        #expect(refusal == .unknownWidget(widget))
        #expect(scenario.effects.count == 1)
        #expect(scenario.engine.sessionCount(visibleTo: .root) == 1)
    }

    @Test("may not bind a view to a host's stream that is not theirs")
    func foreignHost() throws {
        var (scenario, _, _) = try Scenario.quiet()
        let host = scenario.connectHost()
        let mine = KindKey(app: .app("org.example.Weather", of: Caller.neighbour.user), kind: .here)
        _ = scenario.connectProvider(mine.app)
        let widget = try scenario.place(mine, by: .neighbour)
        #expect(throws: Refusal.unknownSession(host)) {
            try scenario.call(.setVisibility(widget, visible: true, session: host), by: .neighbour)
        }
        #expect(throws: Refusal.unknownSession(SessionIdentifier(88))) {
            try scenario.call(
                .setVisibility(widget, visible: true, session: SessionIdentifier(88)),
                by: .neighbour
            )
        }
    }

    @Test("has an app of the same name with a grant of its own")
    func sameApp() throws {
        var (scenario, _, _) = try Scenario.quiet()
        let theirs = AppKey.app("org.example.Weather", of: Caller.neighbour.user)
        try scenario.call(
            .authorize(theirs, SettingsChange(status: .denied, widgets: .refused)),
            by: .neighbour
        )
        #expect(scenario.engine.authorization(of: .weather).isAuthorizedForWidgetUpdates)
        #expect(scenario.engine.apps(visibleTo: .neighbour).map(\.app) == [theirs])
        #expect(scenario.engine.apps(visibleTo: .root).map(\.app) == [.weather, theirs])
    }

    @Test("that is root may do all of it")
    func root() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        try scenario.call(.setVisibility(widget, visible: true, session: nil), by: .root)
        try scenario.call(.authorize(.weather, SettingsChange(status: .denied)), by: .root)
        try scenario.call(.remove(widget), by: .root)
        let placed = try scenario.place(by: .root)
        #expect(scenario.engine.savedState.widgets[placed]?.kind == .here)
        #expect(scenario.engine.widgets(visibleTo: .root) == [placed])
        #expect(scenario.engine.widgets(visibleTo: .owner) == [placed])
    }

    @Test("and its owner alike may not place a widget of a kind that nobody registered")
    func unknownKind() throws {
        var (scenario, _, _) = try Scenario.quiet()
        #expect(throws: Refusal.unknownKind(AppKey.weather.app, .calendar)) {
            try scenario.place(.calendar)
        }
    }

    @Test("never gets the number of a widget that was removed")
    func numbers() throws {
        var (scenario, widget, _) = try Scenario.quiet()
        let second = try scenario.place()
        try scenario.call(.remove(second))
        let third = try scenario.place()
        #expect([widget, second, third].map(\.rawValue) == [1, 2, 3])
        var restarted = Scenario(state: scenario.engine.savedState, at: scenario.now)
        #expect(try restarted.place() == WidgetIdentifier(4))
    }
}

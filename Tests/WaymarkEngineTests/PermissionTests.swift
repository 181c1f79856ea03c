import LocationModel
import Testing
import WaymarkEngine

@Suite("A caller")
struct CallerTests {
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
}

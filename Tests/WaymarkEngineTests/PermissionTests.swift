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
        _ = scenario.connectProvider(.neighboursWeather)
        let widget = try scenario.place(KindKey(app: .neighboursWeather, kind: .here), by: .neighbour)
        #expect(throws: Refusal.unknownSession(host)) {
            try scenario.call(.setVisibility(widget, visible: true, session: host), by: .neighbour)
        }
    }
}

extension AppKey {
    /// The weather app of another user.
    static let neighboursWeather = app("org.example.Weather", of: Caller.neighbour.user)
}

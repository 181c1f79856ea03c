import LocationModel
import Testing
import WaymarkEngine

@Suite("An event that needs an unconfirmed always")
struct HeldMonitorEventTests {
    /// A weather app with a provisional always that monitors significant changes and does not run; the machine moves.
    private func held() throws -> AuthorizationScenario {
        var scenario = AuthorizationScenario()
        try scenario.settle(.always, .allowWhileUsing)
        try scenario.scenario.monitor(.significantChanges)
        scenario.scenario.arrive()
        scenario.endUse()
        scenario.scenario.advance(by: .seconds(300))
        scenario.scenario.travel(eastMeters: 2000)
        return scenario
    }

    @Test("gives way to a newer one of its kind")
    func replaced() throws {
        var scenario = try held()
        scenario.scenario.advance(by: .seconds(300))
        scenario.scenario.travel(eastMeters: 5000)
        #expect(scenario.scenario.waiting().map(\.eastMeters) == [5000])
        #expect(scenario.scenario.decisionNames.contains("monitorEventReplaced"))
    }

    @Test("waits for the app once the person has confirmed")
    func confirmed() throws {
        var scenario = try held()
        try scenario.answer(.allowAlways)
        #expect(scenario.scenario.waiting().map(\.isHeld) == [false])
        let stream = scenario.scenario.followEvents()
        #expect(scenario.scenario.occurrences(on: stream).map(\.eastMeters) == [2000])
    }

    @Test("is deleted if the person keeps it to while using")
    func refused() throws {
        var scenario = try held()
        try scenario.answer(.keepWhileUsing)
        #expect(scenario.scenario.waiting().isEmpty)
    }

    @Test("is not told to the app when it runs again, which knows only what when in use allows")
    func notTold() throws {
        var scenario = try held()
        let stream = scenario.scenario.followEvents()
        #expect(scenario.scenario.occurrences(on: stream).isEmpty)
        #expect(scenario.scenario.states(on: stream).first?.place != nil)
    }

    @Test("is dropped after an hour, also over a restart")
    func tooOld() throws {
        var scenario = try held()
        scenario.scenario.advance(by: .seconds(3500))
        #expect(scenario.scenario.waiting().count == 1)
        let state = scenario.scenario.engine.savedState
        scenario.scenario.advance(by: .seconds(100))
        #expect(scenario.scenario.waiting().isEmpty)
        let ages = scenario.scenario.decisions.compactMap { decision in
            if case .monitor(.dropped(_, _, .tooOld(let age))) = decision { age } else { nil }
        }
        #expect(ages == [.seconds(3600)])
        var restarted = AuthorizationScenario(state: state)
        restarted.scenario.setWallClock(by: .seconds(3800))
        restarted.scenario.advance(by: .seconds(3600))
        #expect(restarted.scenario.waiting().isEmpty)
    }
}

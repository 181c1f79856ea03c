import LocationModel
import Testing
import WaymarkEngine

@Suite("A simulation")
struct SimulationTests {
    @Test("does what is due at the moment that it goes to under the clocks of that moment")
    func clocks() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        try scenario.hide(widget)
        var simulation = scenario.simulation
        let deadline = try #require(simulation.engine.nextDeadline)
        var moment = simulation.now.advanced(by: simulation.now.instant.duration(to: deadline))
        moment.utc = moment.utc.advanced(by: .seconds(3600))
        _ = simulation.drainOutcomes()
        simulation.advance(to: moment)
        #expect(simulation.decisions.contains { $0.decision == .windowEnded })
        #expect(simulation.outcomes.allSatisfy { $0.moment == moment })
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("A jump of a receiver at rest")
struct PlausibilityTests {
    private func eastMeters(_ scenario: Scenario, _ widget: WidgetIdentifier) -> Double? {
        let fix = scenario.engine.location(for: widget).fix
        return fix.map { Coordinate.home.distanceMeters(to: $0.coordinate).rounded() }
    }

    /// A phone's modem states ten metres, and is off by ten times as much for an epoch or two.
    @Test("is given to nobody until three fixes agree", arguments: [100.0, 150, 230])
    func held(_ meters: Double) throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.run(seconds: 30, [0: (0, 10)])
        scenario.forget()
        for east in [meters, meters, 0] {
            scenario.fix(eastMeters: east, accuracyMeters: 10)
            #expect(eastMeters(scenario, widget) == 0)
            scenario.advance(by: .seconds(1))
        }
        #expect(scenario.decisionNames.first == "fixHeld")
        scenario.run(seconds: 12, [0: (meters, 10)])
        #expect(eastMeters(scenario, widget) == meters, "what lasts is true")
    }

    @Test("is not held where its own error explains it")
    func explained() throws {
        var (scenario, widget, _) = try Scenario.viewed()
        scenario.fix(eastMeters: 60, accuracyMeters: 40)
        #expect(eastMeters(scenario, widget) == 60)
    }

    @Test("is held after a gap, too, and after another receiver has taken over")
    func afterGap() throws {
        var (scenario, widget) = try Scenario.searching(receiverNames: ["first", "second"])
        scenario.run(seconds: 20, [0: (0, 3), 1: (8, 3)])
        scenario.advance(by: .seconds(400))
        scenario.fix(eastMeters: 2000)
        #expect(eastMeters(scenario, widget) == nil)
        scenario.report(.lost(.noPosition, lastFixAt: scenario.now.instant))
        scenario.fix(eastMeters: 9000, from: 1)
        #expect(eastMeters(scenario, widget) == nil)
        for _ in 0..<4 {
            scenario.advance(by: .seconds(1))
            scenario.fix(eastMeters: 9000, from: 1)
        }
        #expect(eastMeters(scenario, widget) == 9000)
    }
}

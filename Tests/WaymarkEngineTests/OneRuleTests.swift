import LocationModel
import Testing
import WaymarkEngine

@Suite("A fix that is given to nobody")
struct OneRuleTests {
    @Test("makes no significant change either; the next that is given does")
    func noChange() throws {
        var (scenario, _, _) = try Scenario.viewed()
        for second in 0..<46 {
            scenario.fix(eastMeters: Double(second) * 10)
            scenario.advance(by: .seconds(1))
        }
        scenario.forget()
        // A change could tolerate a jump of 70 m, but a location may not.
        scenario.fix(eastMeters: 530)
        #expect(scenario.decisionNames == ["fixHeld"])
        for second in 47..<55 {
            scenario.advance(by: .seconds(1))
            scenario.fix(eastMeters: Double(second) * 10)
        }
        #expect(scenario.decisionNames.contains("significantChange"))
        let told = try #require(scenario.engine.savedState.lastNotifiedPlace)
        #expect(told.coordinate.distanceMeters(to: .home) < 515)
    }

    // The errors of both fixes and a start from rest explain some metres more.
    @Test("is one that jumps by more than 30 m", arguments: [(38.0, false), (50, true)])
    func jump(_ meters: Double, _ isHeld: Bool) throws {
        var (scenario, _, _) = try Scenario.viewed()
        for _ in 0..<20 {
            scenario.fix()
            scenario.advance(by: .seconds(1))
        }
        scenario.forget()
        scenario.fix(eastMeters: meters)
        #expect(scenario.decisionNames.contains("fixHeld") == isHeld)
    }
}

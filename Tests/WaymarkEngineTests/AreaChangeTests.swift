import LocationModel
import Testing
import WaymarkEngine

@Suite("A change of area under reduced accuracy")
struct AreaChangeTests {
    /// A widget in view that has been told the area of home, on a machine for which only 50 km are a significant change.
    private static func told() throws -> Scenario {
        var settings = EngineSettings()
        settings.significantChange.distanceMeters = 50_000
        var (scenario, _, provider) = try Scenario.viewed(settings: settings)
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        return scenario
    }

    /// Returns whether a location is the area of a place so many metres east of home.
    private static func isArea(_ location: LocationAnswer, eastMeters: Double) -> Bool {
        guard case .location(let fix, age: _) = location else { return false }
        let place = Coordinate.home.offset(eastMeters: eastMeters, northMeters: 0)
        return ReducedArea(of: fix.coordinate).holds(place, marginMeters: 0)
    }

    @Test("is told a quarter of an hour after the last one, though it is no significant change")
    func noSignificantChange() throws {
        var scenario = try Self.told()
        scenario.advance(by: .seconds(900))
        scenario.travel(eastMeters: 12_000)
        #expect(scenario.requests.map { Self.isArea($0.location, eastMeters: 12_000) } == [true])
    }

    @Test(
        "that comes sooner is told when the quarter of an hour is over, to widgets and streams, by the clock alone"
    )
    func due() throws {
        var scenario = try Self.told()
        let stream = scenario.follow()
        scenario.arrive()
        scenario.travel(eastMeters: 12_000)
        let ends = scenario.simulation.decisions.compactMap { entry -> MonotonicInstant? in
            guard case .areaHeld(let remaining) = entry.decision else { return nil }
            return entry.moment.instant + remaining
        }
        let end = try #require(ends.first)
        while scenario.now.instant.duration(to: end) > .seconds(7) {
            scenario.fix(eastMeters: 12_000)
            scenario.advance(by: .seconds(1))
        }
        scenario.forget()
        scenario.advance(by: .seconds(4))
        #expect(scenario.requests.isEmpty && scenario.updates(to: stream).isEmpty)
        scenario.advance(by: .seconds(5))
        #expect(scenario.requests.count == 1)
        #expect(scenario.updates(to: stream).count == 1)
    }
}

import LocationModel
import Testing
import WaymarkEngine

@Suite("The area that replaces a position")
struct ReducedAreaTests {
    @Test("holds what is beside it over the date line as it does elsewhere")
    func dateLine() throws {
        let west = try #require(Coordinate(latitudeDegrees: 0.01, longitudeDegrees: 179.999))
        let east = try #require(Coordinate(latitudeDegrees: 0.01, longitudeDegrees: -179.999))
        for (here, there) in [(west, east), (east, west)] {
            #expect(!ReducedArea(of: here).holds(there, marginMeters: 0))
            #expect(ReducedArea(of: here).holds(there, marginMeters: 500))
        }
    }
}

@Suite("The edge of a reduced area")
struct ReducedEdgeTests {
    /// The metres from home to the eastern edge of its area.
    private static let edge: Double = {
        let home = ReducedArea(of: .home)
        var meters = 0.0
        while ReducedArea(of: Coordinate.home.offset(eastMeters: meters, northMeters: 0)) == home {
            meters += 1
        }
        return meters
    }()

    private static func scenario() throws -> Scenario {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        for request in scenario.requests { try scenario.answer(request) }
        scenario.forget()
        return scenario
    }

    @Test(
        "is crossed 500 m beyond it, or beyond the 95 % radius if that is larger",
        arguments: [(490.0, 3.0, false), (515, 3, true), (590, 360, false), (615, 360, true)]
    )
    func margin(_ row: (beyond: Double, accuracy: Double, isCrossed: Bool)) throws {
        var scenario = try Self.scenario()
        scenario.stay(eastMeters: Self.edge + row.beyond, accuracyMeters: row.accuracy)
        #expect(scenario.requests.isEmpty != row.isCrossed)
        for fix in scenario.requests.compactMap(\.location.fix) {
            let area = ReducedArea(
                of: Coordinate.home.offset(eastMeters: Self.edge + row.beyond, northMeters: 0)
            )
            #expect(fix.coordinate == area.center)
            #expect(fix.accuracy?.horizontal95Meters == area.radiusMeters + max(500, row.accuracy * 5 / 3))
        }
    }

    @Test("is not shown by a restart of the service beyond it: the area stays the same")
    func restart() throws {
        var scenario = try Self.scenario()
        scenario.stay(eastMeters: Self.edge + 300)
        var later = scenario.restarted()
        _ = later.connectApp()
        let call = later.requestLocation()
        later.arrive(eastMeters: Self.edge + 300)
        #expect(later.location(of: call)?.fix.coordinate == ReducedArea(of: .home).center)
    }
}

import Lab
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

    @Test("holds the true place within the stated accuracy, everywhere on Earth")
    func holdsTruth() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let latitude = Double(random.next() % 179_999) / 1000 - 90
            let longitude = Double(random.next() % 359_999) / 1000 - 180
            let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
            let area = ReducedArea(of: place)
            #expect(area.center.distanceMeters(to: place) <= area.radiusMeters * 1.01)
            #expect(ReducedArea(of: area.center) == area)
            if abs(latitude) < 85 { #expect((3000...4300).contains(area.radiusMeters)) }
        }
    }

    @Test("is the same for whoever asks between two computations, wherever the machine is")
    func sameForAll() throws {
        var scenario = try Scenario.known()
        try scenario.call(
            .authorize(.tides, SettingsChange(status: .authorizedWhenInUse, accuracy: .reduced))
        )
        for east in [0.0, 12_000, 24_000] {
            scenario.travel(eastMeters: east)
            let call = scenario.requestLocation(of: .tides)
            let (fix, age) = try #require(scenario.location(of: call))
            #expect(fix.coordinate == ReducedArea(of: .home).center)
            #expect(east == 0 || age > .seconds(120))
        }
    }

    @Test("replaces it also for a timeline that is being made when the person reduces the accuracy")
    func madeAgain() throws {
        var (scenario, _, provider) = try Scenario.viewed()
        try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        let exact = try scenario.onlyRequest()
        try scenario.call(.authorize(.weather, SettingsChange(accuracy: .reduced)))
        scenario.forget()
        try scenario.answer(exact)
        let again = try scenario.onlyRequest()
        #expect(again.reason == .authorizationChanged)
        #expect(again.location.fix?.coordinate == ReducedArea(of: .home).center)
    }
}

@Suite("The edge of a reduced area")
struct ReducedEdgeTests {
    private static let edge: Double = {
        let home = ReducedArea(of: .home)
        var meters = 0.0
        while ReducedArea(of: Coordinate.home.offset(eastMeters: meters, northMeters: 0)) == home {
            meters += 1
        }
        return meters
    }()

    @Test(
        "is crossed 500 m beyond it, or beyond the 95 % radius if that is larger",
        arguments: [(490.0, 3.0, false), (515, 3, true), (590, 360, false), (615, 360, true)]
    )
    func margin(_ row: (beyond: Double, accuracy: Double, isCrossed: Bool)) throws {
        var scenario = try Scenario.reduced()
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
        var scenario = try Scenario.reduced()
        scenario.stay(eastMeters: Self.edge + 300)
        var later = scenario.restarted()
        _ = later.connectApp()
        let call = later.requestLocation()
        later.arrive(eastMeters: Self.edge + 300)
        #expect(later.location(of: call)?.fix.coordinate == ReducedArea(of: .home).center)
    }
}

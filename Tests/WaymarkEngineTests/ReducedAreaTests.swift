import LocationModel
import Testing
import WaymarkEngine

@Suite("The area that replaces a position")
struct ReducedAreaTests {
    @Test(
        "is one of 22 rows to a degree of latitude, and the same for every position in it",
        arguments: [0, 47, -60, 88]
    )
    func rows(south: Double) throws {
        var centers: [Double] = []
        for step in 0..<2200 {
            let latitude = south + (Double(step) + 0.5) / 2200
            let place = try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: 8.54))
            let area = ReducedArea(of: place)
            #expect(area.holds(place, marginMeters: 0))
            #expect(area.center.distanceMeters(to: place) <= area.radiusMeters)
            if centers.last != area.center.latitudeDegrees { centers.append(area.center.latitudeDegrees) }
        }
        #expect(centers.count == 22)
        for (center, next) in zip(centers, centers.dropFirst()) {
            #expect(abs(next - center - 1.0 / 22) < 1e-9)
        }
    }

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

import LocationModel
import Regions
import Testing
import Varlink

@Suite("The distance to an edge")
struct EdgeTests {
    @Test(
        "of a circle is that of the ellipsoid",
        arguments: [(0.0, 0.0), (48.1, 11.5), (-89.95, 30), (10, 179.999)]
    )
    func circle(_ latitude: Double, _ longitude: Double) throws {
        let center = try place(latitude, longitude)
        let circle = try #require(CircleShape(center: center, radiusMeters: 1000))
        for (east, north) in [(0.0, 0.0), (500, 0), (0, 999), (3000, -4000), (-50_000, 20_000)] {
            let here = center.offset(eastMeters: east, northMeters: north)
            let expected = center.distanceMeters(to: here) - 1000
            let edge = RegionShape.circle(circle).edgeMeters(from: SurfacePoint(here))
            #expect(abs(edge - expected) < 0.01 + 1e-5 * (expected + 1000))
        }
    }
}
func place(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude))
}

import LocationModel
import Testing

@Suite("Distances on the ellipsoid")
struct GeodesyTests {
    /// Reference values: Vincenty's inverse formula.
    @Test(
        "agree with the geodesic",
        arguments: [
            // One degree along the equator and along a meridian, where the ellipsoid's radii differ most.
            (0.0, 0.0, 0.0, 1.0, 111_319.491, 2.0), (0.0, 0.0, 1.0, 0.0, 110_574.389, 2.0),
            (89.0, 0.0, 90.0, 0.0, 111_693.865, 2.0),
            // Half a kilometre in Berlin.
            (52.5, 13.4, 52.5045, 13.4, 500.720, 0.05),
        ] as [(Double, Double, Double, Double, Double, Double)]
    )
    func agree(_ row: (Double, Double, Double, Double, Double, Double)) throws {
        let here = try #require(Coordinate(latitudeDegrees: row.0, longitudeDegrees: row.1))
        let there = try #require(Coordinate(latitudeDegrees: row.2, longitudeDegrees: row.3))
        #expect(abs(here.distanceMeters(to: there) - row.4) < row.5)
        #expect(here.distanceMeters(to: here) == 0)
    }
}

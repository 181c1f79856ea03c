import LocationModel
import Testing

@testable import Regions

@Suite("A polygon that ends at the date line")
struct DateLineTests {
    @Test(
        "has an edge there, unless another polygon goes on behind it",
        arguments: [(179.9, 180.0, 179.999), (-180.0, -179.9, -179.999)]
    )
    func end(west: Double, east: Double, inside: Double) throws {
        let ring = try [(0, west), (0, east), (0.1, east), (0.1, west), (0, west)].map {
            try place($0.0, $0.1)
        }
        let here = SurfacePoint(try place(0.05, inside))
        let alone = try #require(PolygonShape(polygons: [[ring]]))
        #expect(abs(RegionShape.polygons(alone).edgeMeters(from: here) + 111.3) < 1)
        // The other side of the line, in the other way of writing it.
        let behind = try [(0, -east), (0, -west), (0.1, -west), (0.1, -east), (0, -east)].map {
            try place($0.0, $0.1)
        }
        let both = try #require(PolygonShape(polygons: [[ring], [behind]]))
        #expect(abs(RegionShape.polygons(both).edgeMeters(from: here) + 5530) < 40)
        // Its other edges that run from south to north are edges still.
        let far = SurfacePoint(try place(0.05, inside.sign == .minus ? -179.901 : 179.901))
        #expect(abs(RegionShape.polygons(both).edgeMeters(from: far) + 111.3) < 1)
    }
}

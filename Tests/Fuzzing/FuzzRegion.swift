import LocationModel
import Regions
import Varlink

/// Reads any bytes as the GeoJSON of a region: it is an area that reads the same again, or a mistake with its place.
///
/// An even first byte makes the rest the text. An odd one makes it the vertices of rings, because chance hardly ever
/// closes a ring.
func fuzzRegion(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let rest = Array(input.dropFirst())
    let text = choice % 2 == 0 ? rest : Array(polygon(of: rest, rings: Int(choice / 2 % 4) + 1).utf8)
    guard let object = try? JSONObject(text) else { return }
    do throws(GeoJSONProblem) {
        check(try PolygonShape(geoJSON: object))
    } catch {
        precondition(error.path.utf8.count < 200, "a path names a place, not the input")
    }
}

/// Returns a polygon whose vertices are pairs of two-byte numbers, on a grid that covers the Earth.
private func polygon(of bytes: [UInt8], rings count: Int) -> String {
    var vertices: [String] = []
    for index in stride(from: 0, to: bytes.count - 3, by: 4) {
        let (east, north) = (grid(bytes[index], bytes[index + 1]), grid(bytes[index + 2], bytes[index + 3]))
        vertices.append("[\(east * 180),\(north * 90)]")
    }
    let length = max(vertices.count / count, 1)
    let rings = stride(from: 0, to: vertices.count, by: length).map { start in
        let ring = vertices[start..<min(start + length, vertices.count)]
        return "[\((ring + ring.prefix(1)).joined(separator: ","))]"
    }
    return #"{"type":"Polygon","coordinates":[\#(rings.joined(separator: ","))]}"#
}

/// Returns a number in `-1...1`; the poles, the date line and equal vertices are frequent.
private func grid(_ high: UInt8, _ low: UInt8) -> Double {
    low % 4 == 0 ? Double(high / 16) / 7.5 - 1 : Double(UInt16(high) << 8 | UInt16(low)) / 32_767.5 - 1
}

private let places = [(0.0, 0.0), (52.5, 13.4), (-89.9, 170), (90, 0), (10, 180), (10, -180)]
    .compactMap { Coordinate(latitudeDegrees: $0.0, longitudeDegrees: $0.1) }.map { SurfacePoint($0) }

private func check(_ shape: PolygonShape) {
    // A way along a pole counts once for each 90 degrees.
    precondition((3...4 * PolygonShape.vertexLimit).contains(shape.vertexCount))
    guard let again = try? PolygonShape(geoJSON: JSONObject(Array(shape.geoJSON.utf8))) else {
        preconditionFailure("an area that was read cannot be read again")
    }
    precondition(again == shape, "an area reads differently the second time")
    let region = RegionShape.polygons(shape)
    var watch = RegionWatch()
    watch.add(RegionNumber(1), region, isInside: nil)
    var now = MonotonicInstant.systemEpoch
    for place in places {
        let edge = region.edgeMeters(from: place)
        precondition(edge.isFinite, "the distance to the edge is a number")
        now = now + .seconds(60)
        _ = watch.consider(place, error95Meters: 5, observedAt: now, at: now)
    }
}

import LocationModel
package import Varlink

extension PolygonShape {
    package static let vertexLimit = 4096

    /// Creates polygons from GeoJSON (RFC 7946): a `Polygon`, a `MultiPolygon`, a `Feature` that has one, or a
    /// `FeatureCollection` of such features, whose polygons are one region.
    ///
    /// Altitudes, foreign members and the direction of rings are ignored. Coordinates are on WGS-84, longitude first.
    ///
    /// - Throws: ``GeoJSONProblem`` with the place of the mistake.
    package init(geoJSON object: JSONObject) throws(GeoJSONProblem) {
        var reader = GeoJSONReader()
        let shape = PolygonShape(unrolled: try reader.polygons(of: object, at: ""))
        // The store keeps longitudes within 180 degrees. A way along a pole and over the date line may be another one
        // when it is read again.
        guard PolygonShape(polygons: shape.polygons) == shape else {
            throw GeoJSONProblem("", GeoJSONProblem.endlessRing)
        }
        self = shape
    }
}

extension PolygonShape {
    /// The polygons as a GeoJSON object of type `MultiPolygon`.
    package var geoJSON: String {
        let text = polygons.map { rings in
            list(rings.map { ring in list(ring.map { "[\($0.longitudeDegrees),\($0.latitudeDegrees)]" }) })
        }
        return #"{"type":"MultiPolygon","coordinates":\#(list(text))}"#
    }

    private func list(_ elements: [String]) -> String { "[\(elements.joined(separator: ","))]" }
}

package struct GeoJSONProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the mistake, such as `coordinates[0][3]`; empty if the object itself is at fault.
    package let path: String

    /// The mistake, as the end of a sentence that begins with its place.
    private let mistake: String

    init(_ path: String, _ mistake: String) {
        self.path = path
        self.mistake = mistake
    }

    package var description: String { (path.isEmpty ? "the GeoJSON object" : path) + mistake }

    fileprivate static let endlessRing =
        " goes around the Earth; cut it at 180 degrees and include the pole (RFC 7946, 3.1.9)"
}

/// A reader of rings, with the path of each value for messages.
private struct GeoJSONReader {
    private var vertexCount = 0

    /// Reads the polygons of an object whose members' paths begin with `path`: empty, or with a dot at its end.
    mutating func polygons(of object: JSONObject, at path: String) throws(GeoJSONProblem)
        -> [[[PolygonShape.Vertex]]]
    {
        guard let type = object["type"]?.text else {
            throw GeoJSONProblem(path + "type", " must be a string")
        }
        // RFC 7946 no longer allows it.
        if object["crs"] != nil {
            throw GeoJSONProblem(path + "crs", ": coordinates must be on WGS-84, without another system")
        }
        switch type {
        case "Polygon":
            return [try rings(of: object["coordinates"], at: path + "coordinates")]
        case "MultiPolygon":
            let polygons = try elements(of: object["coordinates"], at: path + "coordinates")
            return try polygons.indices.map { (index) throws(GeoJSONProblem) in
                try rings(of: polygons[index], at: "\(path)coordinates[\(index)]")
            }
        case "Feature" where path.isEmpty || path.hasSuffix("]."):
            guard let geometry = object["geometry"].flatMap({ JSONObject($0) }) else {
                throw GeoJSONProblem(path + "geometry", " must be an object")
            }
            return try polygons(of: geometry, at: path + "geometry.")
        case "FeatureCollection" where path.isEmpty:
            var polygons: [[[PolygonShape.Vertex]]] = []
            for (index, feature) in try elements(of: object["features"], at: "features").enumerated() {
                guard let feature = JSONObject(feature) else {
                    throw GeoJSONProblem("features[\(index)]", " must be an object")
                }
                polygons += try self.polygons(of: feature, at: "features[\(index)].")
            }
            return polygons
        default:
            let types = #""Polygon", "MultiPolygon", "Feature" or "FeatureCollection""#
            throw GeoJSONProblem(path + "type", " must be \(types)")
        }
    }

    private mutating func rings(of value: JSONValue?, at path: String) throws(GeoJSONProblem)
        -> [[PolygonShape.Vertex]]
    {
        let rings = try elements(of: value, at: path)
        return try rings.indices.map { (index) throws(GeoJSONProblem) in
            try ring(rings[index], at: "\(path)[\(index)]")
        }
    }

    private mutating func ring(_ value: JSONValue, at path: String) throws(GeoJSONProblem)
        -> [PolygonShape.Vertex]
    {
        let positions = try elements(of: value, at: path)
        guard positions.count >= 4 else {
            throw GeoJSONProblem(path, " must have four positions or more, the last equal to the first")
        }
        vertexCount += positions.count
        guard vertexCount <= PolygonShape.vertexLimit else {
            throw GeoJSONProblem(path, ": a region may have \(PolygonShape.vertexLimit) vertices")
        }
        let ring = try positions.indices.map { (index) throws(GeoJSONProblem) in
            try vertex(positions[index], at: "\(path)[\(index)]")
        }
        guard ring.first == ring.last else {
            throw GeoJSONProblem(path, ": the last position must equal the first")
        }
        guard let unrolled = PolygonShape.unrolled(ring) else {
            throw GeoJSONProblem(path, GeoJSONProblem.endlessRing)
        }
        return unrolled
    }

    private func vertex(_ value: JSONValue, at path: String) throws(GeoJSONProblem) -> PolygonShape.Vertex {
        guard let numbers = try? [Double](reading: value), (2...3).contains(numbers.count) else {
            throw GeoJSONProblem(path, " must be [longitude, latitude] or [longitude, latitude, altitude]")
        }
        guard (-180...180).contains(numbers[0]), (-90...90).contains(numbers[1]) else {
            let ranges = "longitude must be in -180...180 and latitude in -90...90, in this order"
            throw GeoJSONProblem(path, ": \(ranges)")
        }
        return PolygonShape.Vertex(numbers[0], numbers[1])
    }

    private func elements(of value: JSONValue?, at path: String) throws(GeoJSONProblem) -> [JSONValue] {
        guard let elements = value?.elements else { throw GeoJSONProblem(path, " must be an array") }
        guard !elements.isEmpty else { throw GeoJSONProblem(path, " is empty") }
        return elements
    }
}

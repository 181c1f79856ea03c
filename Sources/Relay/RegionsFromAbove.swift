import LocationModel
package import Regions
import Varlink
package import WaymarkInterfaces

/// The regions that an operator sets for a machine: one GeoJSON object, which replaces all earlier ones.
///
/// Each is a `Feature` of a `FeatureCollection` with a name: its `id`, or `name` in its `properties`. Its geometry is a
/// `Polygon` or `MultiPolygon`, or a `Point` with the `radius` in metres in its `properties`.
package struct RegionsFromAbove: Hashable, Sendable {
    package struct Region: Hashable, Sendable {
        package let identifier: String
        package let shape: RegionShape
    }

    /// A rejected region, by name or by its place in the collection.
    package struct Refusal: Encodable, Hashable, Sendable {
        package let region: String
        package let reason: String

        package init(_ region: String, _ reason: String) { (self.region, self.reason) = (region, reason) }
    }

    /// The fault of a region, or of all of them.
    package struct Mistake: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String

        init(_ description: String) { self.description = description }
    }

    /// The most regions, and the most bytes of their text.
    package static let limit = 256
    package static let byteLimit = 1 << 20

    /// The longest text of one region, which is sent to the service in one message.
    private static let regionByteLimit = 60_000

    package private(set) var regions: [Region] = []
    package private(set) var refusals: [Refusal] = []

    /// Parses a message, and refuses each region that cannot be used; an empty one stands for no regions.
    package init(_ payload: [UInt8]) throws(Mistake) {
        guard !payload.isEmpty else { return }
        guard payload.count <= Self.byteLimit else {
            throw Mistake("\(payload.count) bytes are more than \(Self.byteLimit)")
        }
        guard let object = try? JSONObject(payload, depthLimit: 16),
            object["type"]?.text == "FeatureCollection",
            let features = object["features"]?.elements
        else { throw Mistake("it is no GeoJSON object of the type FeatureCollection with features") }
        guard features.count <= Self.limit else {
            throw Mistake("\(features.count) features are more than \(Self.limit)")
        }
        for (index, value) in features.enumerated() {
            do throws(Mistake) {
                let region = try Self.region(value)
                guard !regions.contains(where: { $0.identifier == region.identifier }) else {
                    throw Mistake("the name is taken")
                }
                regions.append(region)
            } catch {
                let name = JSONObject(value).flatMap(Self.name)?.prefix(128) ?? ""
                refusals.append(Refusal(name.isEmpty ? "features[\(index)]" : String(name), "\(error)"))
            }
        }
    }

    private static func name(_ feature: JSONObject) -> String? {
        feature["id"]?.text ?? feature["properties"].flatMap { JSONObject($0) }?["name"]?.text
    }

    private static func region(_ value: JSONValue) throws(Mistake) -> Region {
        guard let feature = JSONObject(value), feature["type"]?.text == "Feature" else {
            throw Mistake("it is no Feature")
        }
        guard let name = name(feature).flatMap(RegionIdentifier.init)?.rawValue else {
            throw Mistake("its id or name must have 1 to 128 bytes without control characters")
        }
        guard let geometry = feature["geometry"].flatMap({ JSONObject($0) }) else {
            throw Mistake("its geometry must be an object")
        }
        if geometry["type"]?.text == "Point" {
            return Region(identifier: name, shape: .circle(try circle(geometry, feature)))
        }
        let shape: PolygonShape
        do throws(GeoJSONProblem) {
            shape = try PolygonShape(geoJSON: feature)
        } catch { throw Mistake("\(error)") }
        guard shape.geoJSON.utf8.count <= regionByteLimit else { throw Mistake("its text is too long") }
        return Region(identifier: name, shape: .polygons(shape))
    }

    private static func circle(_ geometry: JSONObject, _ feature: JSONObject) throws(Mistake) -> CircleShape {
        let numbers = geometry["coordinates"].flatMap { try? [Double](reading: $0) } ?? []
        let radius = feature["properties"].flatMap { JSONObject($0) }?["radius"].flatMap {
            try? Double(reading: $0)
        }
        guard numbers.count >= 2,
            let center = Coordinate(latitudeDegrees: numbers[1], longitudeDegrees: numbers[0])
        else { throw Mistake("its coordinates must be [longitude, latitude]") }
        guard let circle = radius.flatMap({ CircleShape(center: center, radiusMeters: $0) }) else {
            throw Mistake("a Point needs a radius from 10 to 1000000 metres in its properties")
        }
        return circle
    }

    /// Returns the differences from the monitored regions; an unchanged region must keep its state.
    package func changes(from present: [String: RegionShape]) -> (removed: [String], added: [Region]) {
        let wanted = Set(regions.map(\.identifier))
        return (
            removed: present.keys.filter { !wanted.contains($0) }.sorted(),
            added: regions.filter { present[$0.identifier] != $0.shape }
        )
    }
}

extension MonitorInterface.Region {
    /// The area; `nil` for a region of beacons.
    package var shape: RegionShape? {
        if let circle {
            let (north, east) = (circle.latitudeDegrees, circle.longitudeDegrees)
            return Coordinate(latitudeDegrees: north, longitudeDegrees: east)
                .flatMap { CircleShape(center: $0, radiusMeters: circle.radiusMeters) }.map { .circle($0) }
        }
        return geoJSON.flatMap { try? PolygonShape(geoJSON: $0.object) }.map { .polygons($0) }
    }
}

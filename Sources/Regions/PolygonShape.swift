import Glibc
package import LocationModel

/// Polygons with holes, whose edges are straight lines between longitudes and latitudes.
///
/// This is the definition of RFC 7946, 3.1.1. Within each polygon the even-odd rule decides, so that holes need no
/// orientation and a ring that crosses itself has a meaning; a place is inside if any of the polygons contains it.
package struct PolygonShape: Hashable, Sendable {
    /// A vertex in degrees, longitude first.
    typealias Vertex = SIMD2<Double>

    /// The rings of each polygon, each ring closed by its first vertex.
    ///
    /// Longitudes continue beyond 180 degrees within a ring, so that no edge jumps.
    private let rings: [[[Vertex]]]

    /// Whether edges on the date line are cuts through one area.
    private let isCutAtDateLine: Bool

    let bounds: BoundingCircle

    var placeOnEdge: Coordinate? { rings.first?.first?.first.flatMap(Self.coordinate) }

    /// The area over the circumference of the roundest polygon, in metres: half the radius of a circle.
    let depthMeters: Double

    /// Creates polygons from closed rings whose longitudes continue beyond 180 degrees.
    init(unrolled rings: [[[Vertex]]]) {
        self.rings = rings
        // Normalised as they are read back, so that this does not depend on how the way over the date line
        // was written.
        let given = rings.joined().joined().map(Self.longitude)
        isCutAtDateLine = given.contains(180) && given.contains(-180)
        bounds = Self.bounds(of: Array(rings.joined()))
        depthMeters = rings.map(Self.depthMeters).max() ?? 0
    }

    /// Creates polygons from the coordinates of their rings, with their first vertex again at the end.
    ///
    /// An edge of more than 180 degrees of longitude goes the shorter way. It is `nil` if a ring does not close, or goes
    /// around the Earth without passing a pole, so that it has no inside.
    package init?(polygons: [[[Coordinate]]]) {
        guard polygons.joined().allSatisfy({ $0.count >= 4 && $0.first == $0.last }) else { return nil }
        let unrolled = polygons.map { rings in
            rings.compactMap { ring in
                Self.unrolled(ring.map { Vertex($0.longitudeDegrees, $0.latitudeDegrees) })
            }
        }
        guard unrolled.map(\.count) == polygons.map(\.count) else { return nil }
        self.init(unrolled: unrolled)
    }

    package var vertexCount: Int { rings.joined().reduce(0) { $0 + $1.count } }

    /// The polygons as they were given, with longitudes in `-180...180`.
    package var polygons: [[[Coordinate]]] {
        rings.map { polygon in polygon.map { ring in ring.compactMap(Self.coordinate) } }
    }

    /// Returns the longitude of a vertex in `-180...180`.
    private static func longitude(of vertex: Vertex) -> Double { vertex.x.remainder(dividingBy: 360) }

    private static func coordinate(of vertex: Vertex) -> Coordinate? {
        Coordinate(latitudeDegrees: vertex.y, longitudeDegrees: longitude(of: vertex))
    }

    func edgeMeters(from place: SurfacePoint) -> Double {
        var isInside = false
        var nearestSquared = Double.infinity
        var latitudeGap = Double.infinity
        for polygon in rings {
            var isInPolygon = false
            for ring in polygon {
                for index in 1..<max(1, ring.count) {
                    let (start, end) = (ring[index - 1], ring[index])
                    let edge = Edge(from: start, to: end, around: place)
                    if edge.isNorthOfPlace { isInPolygon.toggle() }
                    guard !isCut(from: start, to: end) else { continue }
                    latitudeGap = min(latitudeGap, edge.latitudeGap)
                    nearestSquared = min(nearestSquared, edge.squaredMeters(scale: place.metersPerDegree))
                }
            }
            isInside = isInside || isInPolygon
        }
        // Towards a pole, where the plane means little, this is all that is certain.
        let northward = min(latitudeGap * place.metersPerDegree.y, Self.farthestMeters)
        let planar = Self.provenMeters(nearestSquared.squareRoot(), from: place.coordinate)
        let distance = max(planar, northward * 0.99)
        return isInside ? -distance : distance
    }

    /// Returns whether an edge is no boundary: it lies on a pole, or on the date line through an area on both sides.
    private func isCut(from start: Vertex, to end: Vertex) -> Bool {
        if abs(start.y) == 90 && start.y == end.y { return true }
        return isCutAtDateLine && start.x == end.x && abs(start.x.remainder(dividingBy: 360)) == 180
    }

    /// Returns the part of a distance on the plane around `place` that is certain on the Earth.
    ///
    /// Towards the pole meridians converge, so that the plane shows edges too far away. Over that distance it
    /// overstates by at most the ratio of the parallels at both ends.
    private static func provenMeters(_ planeMeters: Double, from place: Coordinate) -> Double {
        let latitude = abs(place.latitudeDegrees).inRadians
        let polar = (Double.pi / 2 - latitude) * Chord.earthRadiusMeters
        let meters = min(planeMeters, polar / 2, farthestMeters)
        // Up to there the plane is true to a hundredth.
        guard meters > 1000 || polar < 100_000 else { return meters }
        let farLatitude = latitude + meters / Chord.earthRadiusMeters
        return meters * cos(farLatitude) / max(cos(latitude), 1e-9)
    }

    /// The distance in metres beyond which the exact distance to an edge does not matter.
    private static let farthestMeters = 100_000.0

    // MARK: Creation

    /// Returns the ring with longitudes that continue beyond 180 degrees; `nil` if it does not close.
    ///
    /// A longitude is the given one plus whole turns, not a sum of steps, so that it is the same when it is
    /// read back.
    static func unrolled(_ ring: [Vertex]) -> [Vertex]? {
        guard let first = ring.first else { return [] }
        var unrolled = [first]
        var turns = 0.0
        for (last, next) in zip(ring, ring.dropFirst()) {
            let east = next.x - last.x
            let isOnPole = abs(last.y) == 90 && last.y == next.y
            if abs(east) > 180, !isOnPole { turns -= (east / 360).rounded() }
            // A pole is one place, and the way along it may be a full turn; in steps the meridian stays between the
            // ends of an edge. A step that is read back is one step, though a share of a way is not exact.
            let steps = isOnPole ? max(1, Int((abs(east) / 90 - 1e-9).rounded(.up))) : 1
            let start = unrolled[unrolled.count - 1]
            let end = Vertex(next.x + 360 * turns, next.y)
            for step in 1..<steps { unrolled.append(start + (end - start) * Double(step) / Double(steps)) }
            unrolled.append(end)
        }
        return unrolled.last == first ? unrolled : nil
    }

    private static func bounds(of rings: [[Vertex]]) -> BoundingCircle {
        func position(_ vertex: Vertex) -> SIMD3<Double> { coordinate(of: vertex)?.earthCentered ?? .zero }
        func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
        let vertices = rings.joined()
        let mean = vertices.reduce(.zero) { $0 + position($1) } / Double(max(1, vertices.count))
        guard let first = vertices.first, length(mean) > Chord.earthRadiusMeters / 2 else {
            return .everywhere
        }
        // As far from the centre of the Earth as its surface is here, which is not the same everywhere.
        let center = mean * (length(position(first)) / length(mean))
        var radius = 0.0
        for ring in rings {
            for (start, end) in zip(ring, ring.dropFirst()) {
                let distance = Chord.surfaceMeters(length(position(start) - center))
                // The edge to the next vertex bulges by half its length at most.
                radius = max(radius, distance + lengthMeters(from: start, to: end) / 2)
            }
        }
        return radius < 5_000_000 ? BoundingCircle(center: center, radiusMeters: radius) : .everywhere
    }

    private static func depthMeters(of rings: [[Vertex]]) -> Double {
        guard let outer = rings.first, let first = outer.first else { return 0 }
        let degree = SIMD2(111_320 * cos(first.y.inRadians), 110_950)
        var (area, length) = (0.0, 0.0)
        for (number, ring) in rings.enumerated() {
            var doubled = 0.0
            for (start, end) in zip(ring, ring.dropFirst()) {
                let (a, way) = ((start - first) * degree, (end - start) * degree)
                doubled += a.x * way.y - a.y * way.x
                length += (way * way).sum().squareRoot()
            }
            area += (number == 0 ? 1 : -1) * abs(doubled) / 2
        }
        return length > 0 ? max(0, area) / length : 0
    }

    private static func lengthMeters(from start: Vertex, to end: Vertex) -> Double {
        let degree = 111_700.0
        let widest = cos(min(abs(start.y), abs(end.y)).inRadians)
        let crossesEquator = (start.y < 0) != (end.y < 0)
        let east = (end.x - start.x) * degree * (crossesEquator ? 1 : widest)
        let north = (end.y - start.y) * degree
        return (east * east + north * north).squareRoot()
    }
}

/// An edge in degrees relative to a place, turned so that its middle is on the same side of the Earth.
private struct Edge {
    private let start: SIMD2<Double>
    private let end: SIMD2<Double>
    private let isAtNorthPole: Bool

    init(from start: SIMD2<Double>, to end: SIMD2<Double>, around place: SurfacePoint) {
        let origin = SIMD2(place.coordinate.longitudeDegrees, place.coordinate.latitudeDegrees)
        isAtNorthPole = place.coordinate.latitudeDegrees == 90
        var turn = 0.0
        let middle = (start.x + end.x) / 2 - origin.x
        if abs(middle) > 180 { turn = middle - middle.remainder(dividingBy: 360) }
        let shift = SIMD2(turn, 0)
        self.start = start - origin - shift
        self.end = end - origin - shift
    }

    /// Whether the meridian north of the place crosses the edge.
    var isNorthOfPlace: Bool {
        guard (start.x <= 0) != (end.x <= 0) else { return false }
        let share = start.x / (start.x - end.x)
        let north = start.y + share * (end.y - start.y)
        // Nothing is north of the pole, and an area around it has an edge along it.
        return isAtNorthPole ? north >= 0 : north > 0
    }

    /// The degrees of latitude between the place and the nearest parallel that the edge touches.
    var latitudeGap: Double { max(0, min(start.y, end.y), -max(start.y, end.y)) }

    /// Returns the square of the distance from the place on the plane of `scale` metres a degree.
    func squaredMeters(scale: SIMD2<Double>) -> Double {
        let start = start * scale
        let way = end * scale - start
        let square = (way * way).sum()
        let share = square > 0 ? max(0, min(1, -(start * way).sum() / square)) : 0
        let nearest = start + share * way
        return (nearest * nearest).sum()
    }
}

extension PolygonShape: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let polygons = try container.decode([[[Coordinate]]].self)
        guard let shape = PolygonShape(polygons: polygons) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no closed rings")
        }
        self = shape
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(polygons)
    }
}

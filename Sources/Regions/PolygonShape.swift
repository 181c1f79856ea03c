import Glibc
package import LocationModel

/// Polygons with holes, whose edges are straight lines between longitudes and latitudes.
///
/// This is the definition of RFC 7946, 3.1.1. Within each polygon the even-odd rule decides, so that holes need no
/// orientation and a ring that crosses itself has a meaning; a place is inside if any of the polygons contains it.
package struct PolygonShape: Hashable, Sendable {
    /// A vertex in degrees, longitude first.
    typealias Vertex = SIMD2<Double>

    /// The vertices of all rings, each ring closed by its first vertex.
    ///
    /// Longitudes go on beyond 180 degrees within a ring, so that no edge jumps.
    private let vertices: [Vertex]
    private let ringEnds: [Int]
    private let polygonEnds: [Int]

    /// Whether edges on the date line are cuts through one area.
    private let isCutAtDateLine: Bool

    let bounds: BoundingCircle

    var placeOnEdge: Coordinate? {
        vertices.first.flatMap { vertex in
            Coordinate(
                latitudeDegrees: vertex.y,
                longitudeDegrees: vertex.x.remainder(dividingBy: 360)
            )
        }
    }

    /// The area over the circumference of the roundest polygon, in metres: half the radius of a circle.
    let depthMeters: Double

    /// A ring goes around the Earth without passing a pole, so that it has no inside.
    struct EndlessRing: Error {
        let polygon: Int
        let ring: Int
    }

    /// Creates polygons from closed rings; an edge of more than 180 degrees of longitude goes the shorter way.
    ///
    /// - Parameter polygons: The rings of each polygon, with their first vertex again at the end.
    /// - Throws: ``EndlessRing``.
    init(_ polygons: [[[Vertex]]]) throws(EndlessRing) {
        var vertices: [Vertex] = []
        var ringEnds: [Int] = []
        var polygonEnds: [Int] = []
        var depthMeters = 0.0
        for (polygon, rings) in polygons.enumerated() {
            var unrolledRings: [[Vertex]] = []
            for (number, ring) in rings.enumerated() {
                guard let unrolled = Self.unrolled(ring) else {
                    throw EndlessRing(polygon: polygon, ring: number)
                }
                unrolledRings.append(unrolled)
                vertices += unrolled
                ringEnds.append(vertices.count)
            }
            depthMeters = max(depthMeters, Self.depthMeters(of: unrolledRings))
            polygonEnds.append(ringEnds.count)
        }
        self.vertices = vertices
        self.ringEnds = ringEnds
        self.polygonEnds = polygonEnds
        // As the vertices are read back, so that this does not depend on how the way over the date line was written.
        let given = vertices.map(Self.longitude)
        isCutAtDateLine = given.contains(180) && given.contains(-180)
        bounds = Self.bounds(of: vertices, ringEnds)
        self.depthMeters = depthMeters
    }

    /// Creates polygons from the coordinates of their rings, or `nil` if a ring does not close.
    package init?(polygons: [[[Coordinate]]]) {
        let degrees = polygons.map { rings in
            rings.map { ring in ring.map { Vertex($0.longitudeDegrees, $0.latitudeDegrees) } }
        }
        guard polygons.joined().allSatisfy({ $0.count >= 4 && $0.first == $0.last }),
            let shape = try? PolygonShape(degrees)
        else { return nil }
        self = shape
    }

    package var vertexCount: Int { vertices.count }

    /// The polygons as they were given, with longitudes in `-180...180`.
    package var polygons: [[[Coordinate]]] {
        var ring = 0
        var vertex = 0
        return polygonEnds.map { polygonEnd in
            defer { ring = polygonEnd }
            return ringEnds[ring..<polygonEnd].map { ringEnd in
                defer { vertex = ringEnd }
                return vertices[vertex..<ringEnd].compactMap {
                    Coordinate(latitudeDegrees: $0.y, longitudeDegrees: Self.longitude(of: $0))
                }
            }
        }
    }

    /// Returns the longitude of a vertex in `-180...180`.
    private static func longitude(of vertex: Vertex) -> Double {
        abs(vertex.x) > 180 ? vertex.x.remainder(dividingBy: 360) : vertex.x
    }

    func edgeMeters(from place: SurfacePoint) -> Double {
        let pole = PolarPlane(around: place)
        var isInside = false
        var nearestSquared = Double.infinity
        var latitudeGap = Double.infinity
        var (ring, vertex) = (0, 0)
        for polygonEnd in polygonEnds {
            var isInPolygon = false
            while ring < polygonEnd {
                let end = ringEnds[ring]
                while vertex + 1 < end {
                    let edge = Edge(from: vertices[vertex], to: vertices[vertex + 1], around: place)
                    if edge.isNorthOfPlace { isInPolygon.toggle() }
                    if !isCut(from: vertices[vertex], to: vertices[vertex + 1]) {
                        latitudeGap = min(latitudeGap, edge.latitudeGap)
                        nearestSquared = min(
                            nearestSquared,
                            pole.map { edge.squaredMeters(on: $0, below: nearestSquared) }
                                ?? edge.squaredMeters(scale: place.metersPerDegree)
                        )
                    }
                    vertex += 1
                }
                vertex = end
                ring += 1
            }
            isInside = isInside || isInPolygon
        }
        if pole != nil {
            let distance = min(nearestSquared.squareRoot(), Self.farthestMeters)
            return isInside ? -distance : distance
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
    /// Towards the pole meridians draw together, so that the plane shows edges too far away. On a way of so many
    /// metres it overstates by the ratio of the parallels at both ends at most.
    private static func provenMeters(_ planeMeters: Double, from place: Coordinate) -> Double {
        let latitude = abs(place.latitudeDegrees).inRadians
        let polar = (Double.pi / 2 - latitude) * Chord.earthRadiusMeters
        let meters = min(planeMeters, polar / 2, farthestMeters)
        // Up to there the plane is true to a hundredth.
        guard meters > 1000 || polar < 100_000 else { return meters }
        let farLatitude = latitude + meters / Chord.earthRadiusMeters
        return meters * cos(farLatitude) / max(cos(latitude), 1e-9)
    }

    /// The distance beyond which nobody asks how far an edge is, in metres.
    private static let farthestMeters = 100_000.0

    // MARK: Creation

    /// Returns the ring with longitudes that go on beyond 180 degrees; `nil` if it does not close.
    ///
    /// A longitude is the given one and whole turns, not a sum of ways, so that it is the same when it is read back.
    private static func unrolled(_ ring: [Vertex]) -> [Vertex]? {
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

    private static func bounds(of vertices: [Vertex], _ ringEnds: [Int]) -> BoundingCircle {
        let positions = vertices.compactMap {
            Coordinate(latitudeDegrees: $0.y, longitudeDegrees: $0.x.remainder(dividingBy: 360))?
                .earthCentered
        }
        func length(_ vector: SIMD3<Double>) -> Double { (vector * vector).sum().squareRoot() }
        let mean = positions.reduce(SIMD3(0, 0, 0), +) / Double(max(1, positions.count))
        guard let first = positions.first, length(mean) > Chord.earthRadiusMeters / 2 else {
            return .everywhere
        }
        // As far from the centre of the Earth as its surface is here, which is not the same everywhere.
        let center = mean * (length(first) / length(mean))
        var radius = 0.0
        for (index, position) in positions.enumerated() {
            let offset = position - center
            let distance = Chord.surfaceMeters(length(offset))
            // The edge to the next vertex bulges by half its length at most.
            let next = vertices[min(index + 1, vertices.count - 1)]
            let isLast = ringEnds.contains(index + 1)
            radius = max(radius, distance + (isLast ? 0 : lengthMeters(from: vertices[index], to: next) / 2))
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

    /// Returns the most metres that an edge can be long.
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

/// The plane around a pole, on which directions from the pole are the meridians, for places near it.
private struct PolarPlane {
    /// The distance from the pole within which a plane of longitudes and latitudes means nothing, in metres.
    private static let reach = 2000.0

    /// The distance of the place from the pole, in metres.
    let placeMeters: Double

    /// The metres of a degree of latitude.
    let degreeMeters: Double

    /// The degrees of latitude from the place to the pole; negative to the south pole.
    let poleDegrees: Double

    /// Returns the plane of the pole near a place; `nil` where none is near.
    init?(around place: SurfacePoint) {
        let latitude = place.coordinate.latitudeDegrees
        poleDegrees = (latitude < 0 ? -90 : 90) - latitude
        degreeMeters = place.metersPerDegree.y
        placeMeters = abs(poleDegrees) * degreeMeters
        if placeMeters >= Self.reach { return nil }
    }
}

extension Edge {
    /// Returns the square of the distance on the plane of a pole, or any value from `limit` on if it is not below that.
    ///
    /// On it, an edge is part of a spiral, whose nearest point is searched for in steps of 5 degrees at most.
    func squaredMeters(on plane: PolarPlane, below limit: Double) -> Double {
        let gap = latitudeGap * plane.degreeMeters
        guard gap * gap < limit else { return limit }
        func squared(at share: Double) -> Double {
            let point = start + share * (end - start)
            let radius = abs(plane.poleDegrees - point.y) * plane.degreeMeters
            let (here, angle) = (plane.placeMeters, point.x.inRadians)
            return here * here + radius * radius - 2 * here * radius * cos(angle)
        }
        let steps = max(4, Int((abs(end.x - start.x) / 5).rounded(.up)))
        let best = (0...steps).min {
            squared(at: Double($0) / Double(steps)) < squared(at: Double($1) / Double(steps))
        }
        var low = Double(max(0, (best ?? 0) - 1)) / Double(steps)
        var high = Double(min(steps, (best ?? 0) + 1)) / Double(steps)
        for _ in 0..<40 {
            let third = (high - low) / 3
            if squared(at: low + third) < squared(at: high - third) { high -= third } else { low += third }
        }
        return max(0, squared(at: (low + high) / 2))
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

package import LocationModel

package enum RegionShape: Hashable, Codable, Sendable {
    case circle(CircleShape)
    case polygons(PolygonShape)

    /// Returns the distance from `place` to the edge in metres, negative inside.
    ///
    /// Beyond some kilometres from a polygon the true distance may be greater.
    package func edgeMeters(from place: SurfacePoint) -> Double {
        switch self {
        case .circle(let circle): circle.edgeMeters(from: place)
        case .polygons(let polygons): polygons.edgeMeters(from: place)
        }
    }

    /// The number of vertices that distances to the edge are computed from; a circle has none.
    package var vertexCount: Int {
        switch self {
        case .circle: 0
        case .polygons(let polygons): polygons.vertexCount
        }
    }

    /// A circle of about the same size or larger, around a place in the area or on its edge.
    ///
    /// It is `nil` for polygons without vertices.
    package var roughCircle: (center: Coordinate, radiusMeters: Double)? {
        switch self {
        case .circle(let circle): (circle.center, circle.radiusMeters)
        case .polygons(let polygons): polygons.placeOnEdge.map { ($0, 2 * polygons.bounds.radiusMeters) }
        }
    }

    var bounds: BoundingCircle {
        switch self {
        case .circle(let circle):
            BoundingCircle(center: circle.center.earthCentered, radiusMeters: circle.radiusMeters)
        case .polygons(let polygons): polygons.bounds
        }
    }
}

package struct CircleShape: Hashable, Codable, Sendable {
    /// The valid radii, in metres.
    ///
    /// A smaller circle could not be distinguished from the error of a fix, a larger one is no place.
    package static let radii = 10.0...1_000_000

    package let center: Coordinate
    package let radiusMeters: Double

    /// Creates a circle, or `nil` if the radius is outside of ``radii``.
    package init?(center: Coordinate, radiusMeters: Double) {
        guard Self.radii.contains(radiusMeters) else { return nil }
        self.center = center
        self.radiusMeters = radiusMeters
    }

    func edgeMeters(from place: SurfacePoint) -> Double {
        Chord.surfaceMeters(place.chordMeters(to: center.earthCentered)) - radiusMeters
    }
}

struct BoundingCircle: Hashable, Sendable {
    /// The centre, in metres from the centre of the Earth.
    var center: SIMD3<Double>

    /// The radius along the surface, in metres.
    var radiusMeters: Double

    /// Half the circumference of the Earth and more, in metres.
    static let everywhereMeters = 21_000_000.0

    static let everywhere = BoundingCircle(
        center: SIMD3(0, 0, Chord.earthRadiusMeters),
        radiusMeters: everywhereMeters
    )
}

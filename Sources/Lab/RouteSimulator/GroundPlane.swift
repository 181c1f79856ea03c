package import LocationModel

/// A point on a plane that touches the Earth.
package struct GroundPoint: Hashable, Sendable {
    /// The distance east of the point of contact in metres.
    package var eastMeters: Double

    /// The distance north of the point of contact in metres.
    package var northMeters: Double

    package init(eastMeters: Double, northMeters: Double) {
        self.eastMeters = eastMeters
        self.northMeters = northMeters
    }

    /// Returns the straight-line distance to `other` in metres.
    package func distanceMeters(to other: GroundPoint) -> Double {
        let east = other.eastMeters - eastMeters
        let north = other.northMeters - northMeters
        return (east * east + north * north).squareRoot()
    }

    func interpolated(to other: GroundPoint, fraction: Double) -> GroundPoint {
        GroundPoint(
            eastMeters: eastMeters + fraction * (other.eastMeters - eastMeters),
            northMeters: northMeters + fraction * (other.northMeters - northMeters)
        )
    }
}

/// A tangent plane for a part of the Earth that is small enough to be flat.
struct GroundPlane: Hashable, Sendable {
    /// The largest distance from the origin at which a plane is used, in metres.
    ///
    /// The error of lengths there is below 1 in 1000 up to 60 degrees of latitude, and 1 in 30 at 89.
    static let radiusMeters = 3000.0

    let origin: Coordinate

    func coordinate(of point: GroundPoint) -> Coordinate {
        origin.offset(eastMeters: point.eastMeters, northMeters: point.northMeters)
    }

    func point(of coordinate: Coordinate) -> GroundPoint {
        let (east, north) = origin.offsetMeters(to: coordinate)
        return GroundPoint(eastMeters: east, northMeters: north)
    }
}

extension Coordinate {
    /// Returns the coordinate at a fraction of the shorter way to `other`.
    package func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        let eastward = (other.longitudeDegrees - longitudeDegrees).remainder(dividingBy: 360)
        return Coordinate(
            latitudeDegrees: latitudeDegrees + fraction * (other.latitudeDegrees - latitudeDegrees),
            longitudeDegrees: (longitudeDegrees + fraction * eastward).remainder(dividingBy: 360)
        ) ?? other
    }
}

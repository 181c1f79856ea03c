import LocationModel

/// A place on the plane that touches the Earth somewhere.
package struct GroundPoint: Hashable, Sendable {
    /// Metres east of where the plane touches.
    package var eastMeters: Double

    /// Metres north of it.
    package var northMeters: Double

    /// Creates a place.
    package init(eastMeters: Double, northMeters: Double) {
        self.eastMeters = eastMeters
        self.northMeters = northMeters
    }

    /// Returns the metres to `other` in a straight line.
    package func distanceMeters(to other: GroundPoint) -> Double {
        let east = other.eastMeters - eastMeters
        let north = other.northMeters - northMeters
        return (east * east + north * north).squareRoot()
    }

    /// Returns the place that lies so far on the way to `other`.
    func interpolated(to other: GroundPoint, fraction: Double) -> GroundPoint {
        GroundPoint(
            eastMeters: eastMeters + fraction * (other.eastMeters - eastMeters),
            northMeters: northMeters + fraction * (other.northMeters - northMeters)
        )
    }
}

/// A part of the Earth that is small enough to be flat.
struct GroundPlane: Hashable, Sendable {
    /// How far from its origin a plane is used: lengths are wrong there by less than 1 in 1000 up to 60 degrees of
    /// latitude, and by 1 in 30 at 89.
    static let radiusMeters = 3000.0

    /// Where it touches.
    let origin: Coordinate

    /// Returns where a place of the plane is on the Earth.
    func coordinate(of point: GroundPoint) -> Coordinate {
        origin.offset(eastMeters: point.eastMeters, northMeters: point.northMeters)
    }

    /// Returns where a place on the Earth is on the plane.
    func point(of coordinate: Coordinate) -> GroundPoint {
        let (east, north) = origin.offsetMeters(to: coordinate)
        return GroundPoint(eastMeters: east, northMeters: north)
    }
}

extension Coordinate {
    /// Returns the coordinate that lies so far on the way to `other`, the short way round.
    func interpolated(to other: Coordinate, fraction: Double) -> Coordinate {
        let eastward = (other.longitudeDegrees - longitudeDegrees).remainder(dividingBy: 360)
        return Coordinate(
            latitudeDegrees: latitudeDegrees + fraction * (other.latitudeDegrees - latitudeDegrees),
            longitudeDegrees: (longitudeDegrees + fraction * eastward).remainder(dividingBy: 360)
        ) ?? other
    }
}

import CMath

/// The WGS-84 ellipsoid.
enum Ellipsoid {
    /// Metres from the centre to the equator.
    static let equatorialRadiusMeters = 6_378_137.0

    /// How much shorter the polar radius is, as a fraction of the equatorial one.
    static let flattening = 1 / 298.257223563

    /// The first eccentricity, squared.
    static let eccentricitySquared = flattening * (2 - flattening)
}

extension Coordinate {
    /// Returns the metres along the surface of the ellipsoid to `other`; altitude plays no part.
    ///
    /// Lambert's formula: the great circle between reduced latitudes, corrected to first order in the
    /// flattening. Right to 1e-5 of the distance, which is 5 mm in 500 m, where a sphere is off by 2.5 m.
    public func distanceMeters(to other: Coordinate) -> Double {
        let flattening = Ellipsoid.flattening
        let here = reducedLatitude(of: self)
        let there = reducedLatitude(of: other)
        let halfLatitude = cmath_sin((there - here) / 2)
        let halfLongitude = cmath_sin((other.longitudeDegrees - longitudeDegrees).inRadians / 2)
        let haversine =
            halfLatitude * halfLatitude + cmath_cos(here) * cmath_cos(there) * halfLongitude * halfLongitude
        guard haversine > 0 else { return 0 }
        let angle = 2 * cmath_asin(min(1, haversine.squareRoot()))
        // At the antipode the correction has no limit; there the sphere's answer has to do.
        guard haversine < 0.999_999 else {
            return Ellipsoid.equatorialRadiusMeters * angle * (1 - flattening / 2)
        }
        let middle = (here + there) / 2
        let sinMiddle = cmath_sin(middle)
        let cosMiddle = cmath_cos(middle)
        let sinHalf = halfLatitude
        let cosHalfSquared = 1 - sinHalf * sinHalf
        let x = (angle - cmath_sin(angle)) * sinMiddle * sinMiddle * cosHalfSquared / (1 - haversine)
        let y = (angle + cmath_sin(angle)) * cosMiddle * cosMiddle * sinHalf * sinHalf / haversine
        return Ellipsoid.equatorialRadiusMeters * (angle - flattening / 2 * (x + y))
    }

    /// Returns the coordinate reached by going `eastMeters` and `northMeters` from here on the tangent plane.
    ///
    /// Meant for steps up to some kilometres; held short of the poles, wrapped at the date line.
    package func offset(eastMeters: Double, northMeters: Double) -> Coordinate {
        let (meridional, parallel) = radiiMeters
        let latitude = max(
            -89.999_999,
            min(89.999_999, latitudeDegrees + (northMeters / meridional).inDegrees)
        )
        var longitude = (longitudeDegrees + (eastMeters / parallel).inDegrees)
            .remainder(dividingBy: 360)
        if longitude.isNaN { longitude = longitudeDegrees }
        return Coordinate(latitudeDegrees: latitude, longitudeDegrees: longitude) ?? self
    }

    /// Returns the metres east and north from here to `other` on the tangent plane: the inverse of
    /// ``offset(eastMeters:northMeters:)``, with its limits.
    package func offsetMeters(to other: Coordinate) -> (east: Double, north: Double) {
        let (meridional, parallel) = radiiMeters
        let eastward = (other.longitudeDegrees - longitudeDegrees).remainder(dividingBy: 360)
        return (
            eastward.inRadians * parallel,
            (other.latitudeDegrees - latitudeDegrees).inRadians * meridional
        )
    }

    /// The radius of curvature along the meridian, and that of the parallel, which is never zero.
    private var radiiMeters: (meridional: Double, parallel: Double) {
        let sine = cmath_sin(latitudeDegrees.inRadians)
        let w = 1 - Ellipsoid.eccentricitySquared * sine * sine
        let normal = Ellipsoid.equatorialRadiusMeters / w.squareRoot()
        let meridional = normal * (1 - Ellipsoid.eccentricitySquared) / w
        return (meridional, max(normal * cmath_cos(latitudeDegrees.inRadians), 1))
    }

    private func reducedLatitude(of coordinate: Coordinate) -> Double {
        cmath_atan((1 - Ellipsoid.flattening) * cmath_tan(coordinate.latitudeDegrees.inRadians))
    }
}

extension Double {
    /// The angle in radians, of one in degrees.
    package var inRadians: Double { self * .pi / 180 }

    /// The angle in degrees, of one in radians.
    package var inDegrees: Double { self * 180 / .pi }
}

import Glibc
package import LocationModel

/// A place with the values for distances from it, computed once for all regions.
package struct SurfacePoint: Hashable, Sendable {
    package let coordinate: Coordinate

    /// The position from the centre of the Earth, in metres.
    let position: SIMD3<Double>

    /// The metres of one degree to the east and to the north.
    let metersPerDegree: SIMD2<Double>

    package init(_ coordinate: Coordinate) {
        self.coordinate = coordinate
        position = coordinate.earthCentered
        let radii = coordinate.radiiMeters
        metersPerDegree = SIMD2(radii.parallel.inRadians, radii.meridional.inRadians)
    }

    /// Returns the straight distance to `other` through the Earth, in metres.
    func chordMeters(to other: SIMD3<Double>) -> Double {
        let difference = position - other
        return (difference * difference).sum().squareRoot()
    }
}

/// Conversions between distances along the surface and straight through the Earth, in metres.
///
/// On the sphere of the mean radius. On the ellipsoid the error is below 1e-5 of the distance up to a thousand
/// kilometres.
enum Chord {
    static let earthRadiusMeters = 6_371_008.8

    static func surfaceMeters(_ chord: Double) -> Double {
        let half = chord / (2 * earthRadiusMeters)
        // Below ten kilometres the second term is exact to a nanometre and cheaper.
        guard half > 0.001 else { return chord * (1 + half * half / 6) }
        return 2 * earthRadiusMeters * asin(min(1, half))
    }
}

/// The number of a region, which the owner of the regions assigns.
package struct RegionNumber: Hashable, Codable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: RegionNumber, right: RegionNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A region with the circle that contains it; a region that is a circle is exactly that.
struct BoundedRegion: Hashable, Sendable {
    let number: RegionNumber

    /// The centre of the circle, in metres from the centre of the Earth.
    let center: SIMD3<Double>
    let radiusMeters: Double
    let isPolygon: Bool

    init(_ number: RegionNumber, _ shape: RegionShape) {
        let bounds = shape.bounds
        (self.number, center, radiusMeters) = (number, bounds.center, bounds.radiusMeters)
        if case .polygons = shape { isPolygon = true } else { isPolygon = false }
    }
}

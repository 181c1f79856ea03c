/// The number of a region, which the owner of the regions assigns.
package struct RegionNumber: Hashable, Codable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: RegionNumber, right: RegionNumber) -> Bool { left.rawValue < right.rawValue }
}

/// The state of a region, and the circle that contains it; a region that is a circle is exactly that.
struct WatchedRegion: Hashable, Sendable {
    let number: RegionNumber
    let bounds: BoundingCircle

    /// Whether the machine is inside; `nil` if nothing is known.
    var isInside: Bool?

    init(_ number: RegionNumber, _ bounds: BoundingCircle, isInside: Bool?) {
        (self.number, self.bounds, self.isInside) = (number, bounds, isInside)
    }

    /// Returns whether the edge may be within `meters` of a place, or the place inside.
    func isWithin(_ meters: Double, of place: SurfacePoint) -> Bool {
        place.chordMeters(to: bounds.center) - bounds.radiusMeters <= meters
    }
}

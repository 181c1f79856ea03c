/// The number of a region, which the owner of the regions assigns.
package struct RegionNumber: Hashable, Codable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    package static func < (left: RegionNumber, right: RegionNumber) -> Bool { left.rawValue < right.rawValue }
}

/// A region with the circle that contains it, in 32 bytes; a region that is a circle is exactly that.
struct BoundedRegion: Hashable, Codable, Sendable {
    let number: RegionNumber

    /// The centre in centimetres from the centre of the Earth; not a vector, which would take 16 bytes.
    private let centimeters: Centimeters

    private struct Centimeters: Hashable, Codable {
        let x, y, z: Int32
    }

    private let radius: Float

    /// Whether the region is a polygon within the circle.
    let isPolygon: Bool

    init(_ number: RegionNumber, _ shape: RegionShape) {
        self.number = number
        let bounds = shape.bounds
        let center = bounds.center * 100
        centimeters = Centimeters(
            x: Int32(center.x.rounded()),
            y: Int32(center.y.rounded()),
            z: Int32(center.z.rounded())
        )
        if case .polygons = shape { isPolygon = true } else { isPolygon = false }
        // A polygon must not reach out of its rounded circle.
        radius = Float(isPolygon ? bounds.radiusMeters * 1.000_001 + 1 : bounds.radiusMeters)
    }

    /// The centre of the circle, in metres from the centre of the Earth.
    var center: SIMD3<Double> {
        SIMD3(Double(centimeters.x), Double(centimeters.y), Double(centimeters.z)) / 100
    }

    var radiusMeters: Double { Double(radius) }

    func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

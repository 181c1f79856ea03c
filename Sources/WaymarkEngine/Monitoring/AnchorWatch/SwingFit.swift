import Glibc
import LocationModel

/// A place where the antenna was, in metres from the anchor as it was assumed.
package struct SwingPoint: Hashable, Codable, Sendable {
    package var eastMeters: Double
    package var northMeters: Double

    package init(eastMeters: Double, northMeters: Double) {
        self.eastMeters = eastMeters
        self.northMeters = northMeters
    }

    /// Creates a place to a decimetre.
    init(_ vector: SIMD2<Double>) {
        let rounded = (vector * 10).rounded(.toNearestOrAwayFromZero) / 10
        (eastMeters, northMeters) = (rounded.x, rounded.y)
    }

    /// The metres to the east and to the north.
    var vector: SIMD2<Double> { SIMD2(eastMeters, northMeters) }
}

extension SIMD2<Double> {
    var length: Double { hypot(x, y) }
}

/// The circle through the places to which a boat has swung, around its anchor.
struct SwingFit {
    let center: SIMD2<Double>
    let radiusMeters: Double

    /// The typical distance of the places from the circle.
    let residualMeters: Double
    private static let fewestPoints = 8

    /// The least arc that shows where its middle is, in degrees.
    private static let leastArcDegrees = 120.0

    private static let steps = 8
    private static let sectorDegrees = 10.0

    /// Fits a circle, or returns `nil` if the places show none that this swing explains.
    ///
    /// A slack chain lets the boat come closer. So what counts is the outermost place in each direction, which depends on
    /// the middle: it is found in a few steps, from the middle of all places.
    init?(_ points: [SIMD2<Double>], within swingMeters: Double) {
        guard var circle = Self.circle(through: points) else { return nil }
        var outer = points
        for _ in 0..<Self.steps {
            var farthest: [Int: SIMD2<Double>] = [:]
            for point in points {
                let offset = point - circle.center
                let sector = Int((Self.bearingDegrees(of: offset) / Self.sectorDegrees).rounded(.down))
                if farthest[sector].map({ ($0 - circle.center).length < offset.length }) ?? true {
                    farthest[sector] = point
                }
            }
            outer = farthest.sorted { $0.key < $1.key }.map(\.value)
            guard outer.count >= Self.fewestPoints, let next = Self.circle(through: outer) else { return nil }
            circle = next
        }
        let squares = outer.reduce(0) { sum, point in
            let error = (point - circle.center).length - circle.radius
            return sum + error * error
        }
        center = circle.center
        radiusMeters = circle.radius
        residualMeters = (squares / Double(outer.count)).squareRoot()
        guard radiusMeters >= 0.6 * swingMeters, radiusMeters <= 1.15 * swingMeters,
            residualMeters <= max(3, 0.15 * radiusMeters),
            Self.arc(of: outer, around: center) >= Self.leastArcDegrees
        else { return nil }
    }

    /// Returns the circle through places by Kåsa's method: the least squares of an equation that is linear.
    private static func circle(through points: [SIMD2<Double>]) -> (center: SIMD2<Double>, radius: Double)? {
        guard points.count >= fewestPoints else { return nil }
        let count = Double(points.count)
        let middle = points.reduce(.zero, +) / count
        var (squares, uv, cubes) = (SIMD2<Double>.zero, 0.0, SIMD2<Double>.zero)
        for point in points {
            let offset = point - middle
            squares += offset * offset
            uv += offset.x * offset.y
            cubes += offset * (offset * offset).sum()
        }
        let determinant = squares.x * squares.y - uv * uv
        guard determinant > 1 else { return nil }
        let offset =
            SIMD2(cubes.x * squares.y - cubes.y * uv, cubes.y * squares.x - cubes.x * uv)
            / (2 * determinant)
        return (middle + offset, ((offset * offset).sum() + squares.sum() / count).squareRoot())
    }

    /// Returns the arc that the places cover, in degrees: all but the greatest gap.
    private static func arc(of points: [SIMD2<Double>], around center: SIMD2<Double>) -> Double {
        let bearings = points.map { bearingDegrees(of: $0 - center) }.sorted()
        guard let first = bearings.first, let last = bearings.last else { return 0 }
        let gaps = zip(bearings, bearings.dropFirst()).map { $1 - $0 } + [first + 360 - last]
        return 360 - (gaps.max() ?? 360)
    }

    /// Returns the direction in degrees from -180 to 180.
    private static func bearingDegrees(of offset: SIMD2<Double>) -> Double {
        atan2(offset.x, offset.y).inDegrees
    }
}

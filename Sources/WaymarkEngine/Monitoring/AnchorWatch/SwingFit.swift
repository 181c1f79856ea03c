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

    /// The same place to a decimetre.
    var rounded: SwingPoint {
        SwingPoint(
            eastMeters: (eastMeters * 10).rounded() / 10,
            northMeters: (northMeters * 10).rounded() / 10
        )
    }

    func distanceMeters(to other: SwingPoint) -> Double {
        hypot(eastMeters - other.eastMeters, northMeters - other.northMeters)
    }

    /// Returns the direction from `other` to here, in degrees from -180 to 180.
    func bearingDegrees(from other: SwingPoint) -> Double {
        atan2(eastMeters - other.eastMeters, northMeters - other.northMeters).inDegrees
    }
}

/// The circle through the places to which a boat has swung, around its anchor.
struct SwingFit {
    let center: SwingPoint
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
    init?(_ points: [SwingPoint], within swingMeters: Double) {
        guard var circle = Self.circle(through: points) else { return nil }
        var outer = points
        for _ in 0..<Self.steps {
            var farthest: [Int: (point: SwingPoint, meters: Double)] = [:]
            for point in points {
                let sector = Int(
                    (point.bearingDegrees(from: circle.center) / Self.sectorDegrees).rounded(.down)
                )
                let meters = point.distanceMeters(to: circle.center)
                if farthest[sector].map({ $0.meters < meters }) ?? true { farthest[sector] = (point, meters) }
            }
            outer = farthest.sorted { $0.key < $1.key }.map(\.value.point)
            guard outer.count >= Self.fewestPoints, let next = Self.circle(through: outer) else { return nil }
            circle = next
        }
        let squares = outer.reduce(0) { sum, point in
            let error = point.distanceMeters(to: circle.center) - circle.radius
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
    private static func circle(through points: [SwingPoint]) -> (center: SwingPoint, radius: Double)? {
        guard points.count >= fewestPoints else { return nil }
        let count = Double(points.count)
        let middle = SwingPoint(
            eastMeters: points.reduce(0) { $0 + $1.eastMeters } / count,
            northMeters: points.reduce(0) { $0 + $1.northMeters } / count
        )
        var (uu, vv, uv, cubesU, cubesV) = (0.0, 0.0, 0.0, 0.0, 0.0)
        for point in points {
            let (u, v) = (point.eastMeters - middle.eastMeters, point.northMeters - middle.northMeters)
            (uu, vv, uv) = (uu + u * u, vv + v * v, uv + u * v)
            (cubesU, cubesV) = (cubesU + u * (u * u + v * v), cubesV + v * (u * u + v * v))
        }
        let determinant = uu * vv - uv * uv
        guard determinant > 1 else { return nil }
        let east = (cubesU * vv - cubesV * uv) / (2 * determinant)
        let north = (cubesV * uu - cubesU * uv) / (2 * determinant)
        return (
            SwingPoint(eastMeters: middle.eastMeters + east, northMeters: middle.northMeters + north),
            (east * east + north * north + (uu + vv) / count).squareRoot()
        )
    }

    /// Returns the arc that the places cover, in degrees: all but the greatest gap.
    private static func arc(of points: [SwingPoint], around center: SwingPoint) -> Double {
        let bearings = points.map { $0.bearingDegrees(from: center) }.sorted()
        guard let first = bearings.first, let last = bearings.last else { return 0 }
        let gaps = zip(bearings, bearings.dropFirst()).map { $1 - $0 } + [first + 360 - last]
        return 360 - (gaps.max() ?? 360)
    }
}

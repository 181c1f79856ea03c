import LocationModel

/// The errors that a sentence states (GBS, GST, PGRME or PSRFEPE), converted to 68 % and 95 %.
///
/// docs/accuracy.md gives the reasons for the figures.
struct ErrorEstimate: Hashable, Sendable {
    var time: TimeOfDay?

    /// The errors; `nil` without plausible ones.
    var accuracy: FixAccuracy?
}

extension FixAccuracy {
    /// The smallest error that is ever reported, in metres; antenna positions and datums are not known better.
    fileprivate static let floorMeters = 0.01

    /// Creates the accuracy of what a receiver states in metres without its confidence; `nil` without plausible figures.
    ///
    /// The factors convert its figures. By default they are 68 %, and, as with dilutions, errors have long tails: the 95 %
    /// radius is twice the 68 % radius.
    init?(
        statedMeters horizontal: Double?,
        vertical: Double?,
        to68: Double = 1,
        to95: Double = 2,
        verticalTo68: Double = 1
    ) {
        guard let radius = Self.radius(horizontal) else { return nil }
        self.init(
            horizontal68Meters: radius * to68,
            horizontal95Meters: radius * to95,
            vertical68Meters: Self.radius(vertical).map { $0 * verticalTo68 },
            source: .expectedErrors
        )
    }

    /// Creates the accuracy of an error ellipse and a vertical error; `nil` without an ellipse.
    init?(_ ellipse: ErrorEllipse?, vertical: Double?, source: Source) {
        guard let ellipse else { return nil }
        self.init(
            horizontal68Meters: max(ellipse.radius68Meters, Self.floorMeters),
            horizontal95Meters: max(ellipse.radius95Meters, 2 * Self.floorMeters),
            vertical68Meters: Self.radius(vertical),
            source: source
        )
    }

    private static func radius(_ meters: Double?) -> Double? {
        guard let meters, meters.isFinite, meters > 0, meters < 1e6 else { return nil }
        return max(meters, floorMeters)
    }
}

/// The error ellipse of a position: the standard deviations along its two axes in metres.
struct ErrorEllipse: Hashable {
    private let major: Double
    private let minor: Double

    /// Creates the ellipse of two errors in any order, or `nil` if one is missing.
    init?(_ first: Double?, _ second: Double?) {
        guard let first, let second, first.isFinite, second.isFinite, first > 0, second > 0,
            max(first, second) < 1e6
        else { return nil }
        major = max(first, second)
        minor = min(first, second)
    }

    var squared: Double { major * major + minor * minor }

    /// The radii that contain 68 % and 95 % of a two-dimensional normal distribution of this shape.
    var radius68Meters: Double { radius(Self.radii68) }
    var radius95Meters: Double { radius(Self.radii95) }

    private func radius(_ table: [11 of Double]) -> Double {
        let scaled = minor / major * 10
        let lower = min(9, Int(scaled))
        return major * (table[lower] + (table[lower + 1] - table[lower]) * (scaled - Double(lower)))
    }

    /// The circle radii in units of the major axis, for axis ratios of 0, 0.1 … 1, integrated numerically.
    private static let radii68: [11 of Double] = [
        0.994, 1.000, 1.015, 1.044, 1.089, 1.148, 1.215, 1.287, 1.360, 1.434, 1.510,
    ]
    private static let radii95: [11 of Double] = [
        1.960, 1.963, 1.970, 1.984, 2.005, 2.036, 2.081, 2.146, 2.230, 2.332, 2.448,
    ]
}

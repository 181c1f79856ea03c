/// The error estimate of a fix.
///
/// Each figure states its confidence.
package struct FixAccuracy: Hashable, Codable, Sendable {
    /// The origin of an estimate, most direct first.
    package enum Source: String, Hashable, Codable, Sendable {
        /// Standard deviations that the receiver computed from its residuals (GST).
        case standardDeviations

        /// Expected errors that the receiver reported (GBS, PGRME, PSRFEPE, PUBX or gpsd's estimate).
        case expectedErrors

        /// Dilution of precision times the range error (UERE) typical of the fix quality.
        case dilution

        /// The range error (UERE) typical of the fix quality, at a poor dilution of precision.
        case quality

        /// The radius that the machine's owner stated with its place.
        case stated

        /// The size of the area that replaces the position under reduced accuracy.
        case area
    }

    /// The radius in metres of the circle that contains the true position with 68 % probability; positive.
    package var horizontal68Meters: Double

    /// The radius in metres of the circle that contains the true position with 95 % probability; positive.
    package var horizontal95Meters: Double

    /// The altitude error in metres that is not exceeded with 68 % probability; positive.
    package var vertical68Meters: Double?

    /// The origin of the horizontal figures.
    package var source: Source

    package init(
        horizontal68Meters: Double,
        horizontal95Meters: Double,
        vertical68Meters: Double? = nil,
        source: Source
    ) {
        self.horizontal68Meters = horizontal68Meters
        self.horizontal95Meters = horizontal95Meters
        self.vertical68Meters = vertical68Meters
        self.source = source
    }

    /// Creates an estimate from the radius that contains the true position with 68 % probability.
    package init(radiusMeters radius: Double, source: Source = .expectedErrors) {
        // The ratio of the two radii of a circular normal distribution.
        self.init(horizontal68Meters: radius, horizontal95Meters: radius * 1.62, source: source)
    }
}

extension Fix {
    /// The radius in metres that decisions use as the 95 % error of the fix.
    package var assumedError95Meters: Double {
        Self.assumedError95Meters(
            stated68Meters: accuracy?.horizontal68Meters,
            stated95Meters: accuracy?.horizontal95Meters
        )
    }

    /// Returns the 95 % radius in metres that decisions use for the stated radii.
    ///
    /// It is 25 m if no radius was stated: such a fix mostly comes from a single-frequency receiver, which is
    /// seldom off by more under a fair sky. A stated radius above 25 m and above twice the 68 % radius covers
    /// skies of all kinds, because the receiver did not tell which; it would hold back every fix for the sake
    /// of a few.
    package static func assumedError95Meters(stated68Meters: Double?, stated95Meters: Double?) -> Double {
        guard let stated95Meters else { return unstatedError95Meters }
        guard let stated68Meters else { return stated95Meters }
        return min(stated95Meters, max(unstatedError95Meters, 2 * stated68Meters))
    }

    private static let unstatedError95Meters = 25.0
}

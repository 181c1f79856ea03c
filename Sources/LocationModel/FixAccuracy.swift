/// How far the truth may be from a fix, each figure with its confidence.
package struct FixAccuracy: Hashable, Sendable {
    /// Where an estimate came from, most direct first.
    package enum Source: String, Hashable, Sendable {
        /// Standard deviations that the receiver computed from its residuals (GST).
        case standardDeviations

        /// Expected errors that the receiver stated (GBS, PGRME, PSRFEPE, PUBX or gpsd's estimate).
        case expectedErrors

        /// Dilution of precision times the range error usual for the fix quality.
        case dilution

        /// The range error usual for the fix quality alone, at a poor dilution.
        case quality

        /// The size of the area that stands for the position under reduced accuracy.
        case area
    }

    /// Radius in metres of the circle that holds the true position with 68 % probability; above zero.
    package var horizontal68Meters: Double

    /// Radius in metres of the circle that holds the true position with 95 % probability; above zero.
    package var horizontal95Meters: Double

    /// Metres that the altitude is off by at most with 68 % probability; above zero.
    package var vertical68Meters: Double?

    /// Where the horizontal figures came from.
    package var source: Source

    /// Creates an estimate.
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
}

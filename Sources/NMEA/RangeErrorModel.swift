import LocationModel

/// The range error (UERE) typical of a fix quality, which turns a dilution of precision into an error estimate.
///
/// It is the root sum of squares of a part that grows with the dilution and a constant part. docs/accuracy.md gives the
/// reasons for the figures.
struct RangeErrorModel: Hashable {
    /// The 68 % radius in metres per unit of horizontal dilution.
    private let perDilution: Double

    /// The 68 % radius in metres at any dilution: antenna placement, and the datum of the base station.
    private let common: Double

    /// The dilution assumed if the receiver reports none.
    private let usualDilution: Double

    /// The dilution below which the errors common to all satellites - atmosphere, multipath - no longer average out.
    private static let leastDilution = 0.8

    init(_ quality: FixQuality) {
        (perDilution, common) =
            switch quality {
            case .unknown, .autonomous, .manual, .simulated: (5, 0)
            // Corrections remove the errors of orbits, clocks and the ionosphere, but no reflections.
            case .differential, .precise: (3, 0)
            case .rtkFloat: (0.4, 0.5)
            case .rtkFixed: (0.03, 0.55)
            case .deadReckoning: (20, 0)
            }
        // Who does not even state the quality is often the logger of a person among houses.
        usualDilution = quality == .unknown ? 2.5 : 1.5
    }

    /// Returns the horizontal error estimate at a horizontal dilution, by default a usual one.
    func accuracy(horizontalDilution: Double?) -> FixAccuracy {
        let varying = max(horizontalDilution ?? usualDilution, Self.leastDilution) * perDilution
        return FixAccuracy(
            horizontal68Meters: (varying * varying + common * common).squareRoot(),
            // Position errors have long tails: twice the radius, not the 1.6 times of a normal distribution.
            horizontal95Meters: (4 * varying * varying + 2 * common * common).squareRoot(),
            source: horizontalDilution == nil ? .quality : .dilution
        )
    }

    /// Returns the 68 % altitude error in metres at a vertical dilution, by default 1.5 times the horizontal one.
    func vertical68Meters(verticalDilution: Double?, horizontalDilution: Double?) -> Double {
        let dilution = verticalDilution ?? (horizontalDilution ?? usualDilution) * 1.5
        // The antenna's height above the vehicle varies by a fifth of its distance from the middle.
        let fixed = common / 5
        let varying = max(dilution, Self.leastDilution) * perDilution
        return (varying * varying + fixed * fixed).squareRoot()
    }
}

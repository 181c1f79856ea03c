import LocationModel

/// The errors usual for one quality of fix, from which a dilution of precision makes an estimate.
///
/// Two parts add as squares: one that grows with the dilution, and one that does not. The figures are argued in
/// docs/accuracy.md.
struct RangeError: Hashable {
    /// Metres of 68 % radius per unit of horizontal dilution.
    private let perDilution: Double

    /// Metres of 68 % radius at any dilution: where the antenna sits, which datum the base station uses.
    private let common: Double

    /// The dilution assumed when the receiver states none: what few satellites or a bad sky give.
    static let poorDilution = 2.5

    /// Below it the errors that all satellites share - atmosphere, reflections - no longer average out.
    private static let leastDilution = 0.8

    /// Creates the errors usual for a quality of fix.
    init(_ quality: FixQuality) {
        (perDilution, common) =
            switch quality {
            case .unknown, .autonomous, .manual, .simulated: (5, 0)
            case .differential, .precise: (2.5, 0)
            case .rtkFloat: (0.4, 0.5)
            case .rtkFixed: (0.03, 0.55)
            case .deadReckoning: (20, 0)
            }
    }

    /// Returns the circles at a horizontal dilution.
    func accuracy(horizontalDilution: Double, source: FixAccuracy.Source) -> FixAccuracy {
        let varying = max(horizontalDilution, Self.leastDilution) * perDilution
        return FixAccuracy(
            horizontal68Meters: (varying * varying + common * common).squareRoot(),
            // Positions err in long tails, twice the radius instead of the 1.6 of a normal distribution.
            horizontal95Meters: (4 * varying * varying + 2 * common * common).squareRoot(),
            source: source
        )
    }

    /// Returns the metres of altitude error at a vertical dilution; without one, at 1.5 times the horizontal one.
    func vertical68Meters(verticalDilution: Double?, horizontalDilution: Double?) -> Double {
        let dilution = verticalDilution ?? (horizontalDilution ?? Self.poorDilution) * 1.5
        // An antenna's height above its vehicle is a fifth of how far it may be from the middle.
        let fixed = common / 5
        let varying = max(dilution, Self.leastDilution) * perDilution
        return (varying * varying + fixed * fixed).squareRoot()
    }
}

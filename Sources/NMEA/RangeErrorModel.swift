package import LocationModel

/// The range error (UERE) typical of a fix quality, which turns a dilution of precision into an error estimate.
///
/// It is the root sum of squares of a part that grows with the dilution, a constant part, and a part for reflections,
/// which weak signals betray. docs/accuracy.md gives the reasons for the figures.
struct RangeErrorModel: Hashable {
    /// The 68 % radius in metres per unit of horizontal dilution.
    private let perDilution: Double

    /// The 68 % radius in metres at any dilution: antenna placement, and the datum of the base station.
    private let common: Double

    /// The dilution assumed if the receiver reports none.
    private let usualDilution: Double

    /// The ratio of the 95 % radius to the 68 % radius at the usual dilution, which stands for good skies and bad ones.
    private let usualTail: Double

    /// The same ratio at a reported dilution: errors have long tails, a normal distribution has 1.6.
    private static let tail = 2.0

    /// The dilution below which the errors common to all satellites no longer average out.
    private let leastDilution: Double

    /// The 68 % radius in metres of the error that reflections make; zero if nothing is known of the signals.
    private let reflections: Double

    /// Creates the model of a quality, and of the signals at the time of the solution, if the receiver reports them.
    init(_ quality: FixQuality, signals: SignalStrengths? = nil) {
        let feelsReflections: Bool
        (perDilution, common, usualDilution, usualTail, feelsReflections) =
            switch quality {
            case .autonomous, .manual, .simulated: (4.5, 0, 0.9, 3.5, true)
            // Who does not state the quality is often the logger of a person among houses.
            case .unknown: (8, 0, 1.5625, 2.8, true)
            // Corrections remove the errors of orbits, clocks and the ionosphere, but no reflections.
            case .differential, .precise: (3, 0, 0.9, 3.5, true)
            // Reflections move a carrier phase by centimetres, and dead reckoning has no signals.
            case .rtkFloat: (0.4, 0.5, 1.5, Self.tail, false)
            case .rtkFixed: (0.03, 0.55, 1.5, Self.tail, false)
            case .deadReckoning: (20, 0, 1.5, Self.tail, false)
            }
        // A few signals are the part of a series that arrived in time, perhaps of the weakest.
        guard let signals, signals.count >= 4 else {
            (leastDilution, reflections) = (0.8, 0)
            return
        }
        leastDilution = 0.5
        let missing = Self.openSkyDecibels - signals.meanDecibels - signals.spreadDecibels
        reflections = feelsReflections ? max(0, missing) : 0
    }

    /// The strength of the stronger signals, in dB-Hz, below which each decibel adds a metre.
    ///
    /// The stronger signals are those one standard deviation above the mean: what hides them hides the direct way of
    /// all. How many weak ones a receiver follows beside them depends on the receiver, not on the sky.
    private static let openSkyDecibels = 36.0

    /// Returns the horizontal error estimate at a horizontal dilution, by default a usual one.
    func accuracy(horizontalDilution: Double?) -> FixAccuracy {
        let dilution = max(horizontalDilution ?? usualDilution, leastDilution) * perDilution
        let varying = dilution * dilution + reflections * reflections
        let tail = horizontalDilution == nil ? usualTail : Self.tail
        return FixAccuracy(
            horizontal68Meters: (varying + common * common).squareRoot(),
            horizontal95Meters: (tail * tail * varying + 2 * common * common).squareRoot(),
            source: horizontalDilution == nil ? .quality : .dilution
        )
    }

    /// Returns the 68 % altitude error in metres at a vertical dilution, by default 1.5 times the horizontal one.
    func vertical68Meters(verticalDilution: Double?, horizontalDilution: Double?) -> Double {
        let dilution = verticalDilution ?? (horizontalDilution ?? usualDilution) * 1.5
        // The antenna's height above the vehicle varies by a fifth of its distance from the middle.
        let fixed = common / 5
        let varying = max(dilution, leastDilution) * perDilution
        return (varying * varying + reflections * reflections + fixed * fixed).squareRoot()
    }
}

extension FixAccuracy {
    /// Estimates the error from the dilution of precision, for reports that contain nothing more direct.
    package init(
        quality: FixQuality,
        horizontalDilution: Double? = nil,
        verticalDilution: Double? = nil,
        hasAltitude: Bool
    ) {
        let model = RangeErrorModel(quality)
        self = model.accuracy(horizontalDilution: horizontalDilution)
        guard hasAltitude else { return }
        vertical68Meters = model.vertical68Meters(
            verticalDilution: verticalDilution,
            horizontalDilution: horizontalDilution
        )
    }
}

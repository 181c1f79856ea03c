/// Where the bow of a vehicle points, which need not be where it goes.
///
/// It belongs to the vehicle and not to a fix: a compass reports it at a rhythm of its own, mostly without a time.
package struct Heading: Hashable, Sendable {
    /// How a heading came about.
    package enum Origin: String, Hashable, Sendable, CaseIterable {
        /// The sentence does not say; compasses measure, so it may be taken for measured.
        case unknown

        /// Measured.
        case measured

        /// Estimated from earlier headings, because nothing can be measured at the moment.
        case estimated

        /// Entered by hand.
        case manual

        /// Made by a simulator.
        case simulated
    }

    /// Degrees clockwise from true north, in `0..<360`; `nil` when only the compass's north is known.
    package var trueDegrees: Double?

    /// Degrees clockwise from magnetic north, in `0..<360`, with the deviation taken out.
    package var magneticDegrees: Double?

    /// Degrees of magnetic north from true north, in `-180...180`, positive to the east: true = magnetic + variation.
    package var variationDegrees: Double?

    /// Degrees of the compass's north from magnetic north, in `-180...180`, positive to the east.
    ///
    /// The vehicle's own iron turns the needle: magnetic = compass + deviation. ``magneticDegrees`` is that sum.
    package var deviationDegrees: Double?

    /// How it came about.
    package var origin: Origin

    /// When it was true, in UTC; `nil` where the sentence came without a time.
    package var time: UTCInstant?

    /// Creates a heading from true north, or `nil` outside `0...360` degrees.
    ///
    /// - Parameters:
    ///   - trueDegrees: Clockwise from true north; 360 is north like 0.
    ///   - origin: How it came about.
    package init?(trueDegrees: Double, origin: Origin = .unknown) {
        guard (0...360).contains(trueDegrees) else { return nil }
        self.trueDegrees = trueDegrees == 360 ? 0 : trueDegrees
        self.origin = origin
    }

    /// Creates a heading from what a compass reads, or `nil` where one of the angles is none.
    ///
    /// - Parameters:
    ///   - compassDegrees: Clockwise from the compass's north, in `0...360`, where 360 is north like 0.
    ///   - deviationDegrees: Of the compass, in `-180...180`, positive to the east; `nil` where it is unknown or taken
    ///     out already.
    ///   - variationDegrees: Of the place, in `-180...180`, positive to the east; without it ``trueDegrees`` is `nil`.
    package init?(compassDegrees: Double, deviationDegrees: Double? = nil, variationDegrees: Double? = nil) {
        guard (0...360).contains(compassDegrees), (-180...180).contains(deviationDegrees ?? 0),
            (-180...180).contains(variationDegrees ?? 0)
        else { return nil }
        let magnetic = Self.turn(compassDegrees, by: deviationDegrees ?? 0)
        magneticDegrees = magnetic
        self.deviationDegrees = deviationDegrees
        self.variationDegrees = variationDegrees
        trueDegrees = variationDegrees.map { Self.turn(magnetic, by: $0) }
        origin = .unknown
    }

    /// Returns the direction `degrees` clockwise of another one, in `0..<360`.
    private static func turn(_ direction: Double, by degrees: Double) -> Double {
        let sum = direction + degrees
        // A tiny negative sum would round up to 360.
        let turned = sum < 0 ? sum + 360 : sum >= 360 ? sum - 360 : sum
        return turned >= 360 ? 0 : turned
    }
}

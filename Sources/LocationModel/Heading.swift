/// The direction in which the bow of a vehicle points, which may differ from its course over ground.
///
/// A heading belongs to the vehicle, not to a fix: a compass reports at its own rate, mostly without a time.
package struct Heading: Hashable, Codable, Sendable {
    package enum Origin: String, Hashable, Codable, Sendable, CaseIterable {
        /// Not stated by the sentence. Compasses measure, so treat it as measured.
        case unknown
        case measured

        /// Extrapolated from earlier headings because no measurement is possible at the moment.
        case estimated
        case manual
        case simulated
    }

    /// The heading in degrees clockwise from true north, in `0..<360`; `nil` if only compass north is known.
    package var trueDegrees: Double?

    /// The heading in degrees clockwise from magnetic north, in `0..<360`, corrected for the deviation.
    package var magneticDegrees: Double?

    /// The magnetic variation in degrees, in `-180...180`, positive to the east: true = magnetic + variation.
    package var variationDegrees: Double?

    /// The compass deviation in degrees, in `-180...180`, positive to the east: magnetic = compass + deviation.
    ///
    /// The vehicle's own iron causes it. ``magneticDegrees`` already includes it.
    package var deviationDegrees: Double?
    package var origin: Origin

    /// Half the width in degrees of the interval that contains the true heading with 68 % probability.
    ///
    /// `nil` if the receiver does not state it, as nearly all compasses do not.
    package var accuracyDegrees: Double?
    package var compass: CompassCondition?

    /// The UTC time of the heading; `nil` if the sentence has none.
    package var time: UTCInstant?

    /// Creates a heading from true north, or `nil` if the angle is outside `0...360` degrees.
    package init?(trueDegrees: Double, origin: Origin = .unknown) {
        guard (0...360).contains(trueDegrees) else { return nil }
        self.trueDegrees = trueDegrees == 360 ? 0 : trueDegrees
        self.origin = origin
    }

    /// Creates a heading from a compass reading in `0...360`, or `nil` if an angle is out of range.
    ///
    /// The deviation is `nil` if it is unknown or already applied.
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

    /// Returns the heading from both norths, computed with the variation of the place.
    package func completed(variationDegrees: Double) -> Heading {
        var completed = self
        completed.variationDegrees = variationDegrees
        if trueDegrees == nil {
            completed.trueDegrees = magneticDegrees.map { Self.turn($0, by: variationDegrees) }
        }
        if magneticDegrees == nil {
            completed.magneticDegrees = trueDegrees.map { Self.turn($0, by: -variationDegrees) }
        }
        return completed
    }

    /// Returns `direction` turned clockwise by `degrees`, in `0..<360`.
    private static func turn(_ direction: Double, by degrees: Double) -> Double {
        let sum = direction + degrees
        // A tiny negative sum would round up to 360.
        let turned = sum < 0 ? sum + 360 : sum >= 360 ? sum - 360 : sum
        return turned >= 360 ? 0 : turned
    }
}

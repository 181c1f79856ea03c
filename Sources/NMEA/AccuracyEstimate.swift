import LocationModel

/// Derives how far the truth may be from what the sentences of an epoch say.
///
/// The figures and where they come from are in docs/accuracy.md.
enum AccuracyEstimate {
    /// Returns the estimate from the most direct statement there is.
    static func accuracy(of draft: EpochDraft, mode: Fix.Mode) -> FixAccuracy {
        let model = RangeError(draft.quality)
        var accuracy: FixAccuracy
        if let noise = draft.noise, let ellipse = ErrorEllipse(noise) {
            accuracy = ellipse.accuracy(source: .standardDeviations)
            accuracy.vertical68Meters = positive(noise.altitudeMeters).map { max($0, floorMeters) }
        } else if let errors = draft.expectedErrors, let ellipse = ErrorEllipse(errors) {
            accuracy = ellipse.accuracy(source: .expectedErrors)
            accuracy.vertical68Meters = positive(errors.altitudeMeters).map { max($0, floorMeters) }
        } else if let stated = draft.stated {
            accuracy = FixAccuracy(
                horizontal68Meters: stated.horizontal68Meters,
                horizontal95Meters: stated.horizontal95Meters,
                vertical68Meters: stated.vertical68Meters,
                source: .expectedErrors
            )
        } else {
            let dilution = draft.horizontalDilution
            accuracy = model.accuracy(
                horizontalDilution: dilution ?? RangeError.poorDilution,
                source: dilution == nil ? .quality : .dilution
            )
        }
        // An altitude out of three satellites, or in a solution of two dimensions, is an old one carried on.
        let isSolved = mode == .threeDimensional && draft.satellitesUsed ?? 4 >= 4
        if draft.altitudeMeters == nil || !isSolved {
            accuracy.vertical68Meters = nil
        } else if accuracy.vertical68Meters == nil {
            accuracy.vertical68Meters = model.vertical68Meters(
                verticalDilution: draft.verticalDilution,
                horizontalDilution: draft.horizontalDilution
            )
        }
        return accuracy
    }

    /// The least that is ever stated: antennas and datums are not known better.
    static let floorMeters = 0.01

    private static func positive(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value > 0 else { return nil }
        return value
    }
}

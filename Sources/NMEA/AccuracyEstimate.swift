import LocationModel

/// The error estimate of an epoch, derived from its sentences.
///
/// docs/accuracy.md gives the figures and their sources.
enum AccuracyEstimate {
    /// Returns the estimate from the most direct figures in the draft.
    static func accuracy(of draft: inout EpochDraft, mode: Fix.Mode) -> FixAccuracy {
        let model = RangeErrorModel(draft.quality, signals: draft.signals)
        var accuracy: FixAccuracy
        if let noise = draft.gst, let ellipse = ErrorEllipse(noise) {
            accuracy = ellipse.accuracy(source: .standardDeviations)
            accuracy.vertical68Meters = positive(noise.altitudeMeters).map { max($0, floorMeters) }
        } else if let errors = draft.gbs, let ellipse = ErrorEllipse(errors) {
            accuracy = ellipse.accuracy(source: .expectedErrors)
            accuracy.vertical68Meters = positive(errors.altitudeMeters).map { max($0, floorMeters) }
        } else if let stated = draft.statedAccuracy {
            accuracy = FixAccuracy(
                horizontal68Meters: stated.horizontal68Meters,
                horizontal95Meters: stated.horizontal95Meters,
                vertical68Meters: stated.vertical68Meters,
                source: .expectedErrors
            )
        } else {
            accuracy = model.accuracy(horizontalDilution: draft.horizontalDilution)
        }
        // An altitude from three satellites or in a two-dimensional solution is carried over from an earlier one.
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

    /// The smallest error that is ever reported, in metres; antenna positions and datums are not known better.
    static let floorMeters = 0.01

    private static func positive(_ value: Double?) -> Double? {
        guard let value, value.isFinite, value > 0 else { return nil }
        return value
    }
}

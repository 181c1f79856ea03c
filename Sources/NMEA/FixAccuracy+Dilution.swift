package import LocationModel

extension FixAccuracy {
    /// Estimates how far the truth may be from the dilution of precision, as for sentences that say no more.
    ///
    /// - Parameters:
    ///   - quality: How the solution was made.
    ///   - horizontalDilution: As the receiver said; `nil` for a poor one.
    ///   - verticalDilution: As the receiver said; `nil` for the one that goes with the horizontal one.
    ///   - hasAltitude: Whether the altitude is part of the solution.
    package init(
        quality: FixQuality,
        horizontalDilution: Double?,
        verticalDilution: Double?,
        hasAltitude: Bool
    ) {
        let model = RangeError(quality)
        self = model.accuracy(
            horizontalDilution: horizontalDilution ?? RangeError.poorDilution,
            source: horizontalDilution == nil ? .quality : .dilution
        )
        guard hasAltitude else { return }
        vertical68Meters = model.vertical68Meters(
            verticalDilution: verticalDilution,
            horizontalDilution: horizontalDilution
        )
    }
}

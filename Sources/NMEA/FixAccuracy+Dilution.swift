package import LocationModel

extension FixAccuracy {
    /// Estimates the error from the dilution of precision, for reports that contain nothing more direct.
    ///
    /// - Parameters:
    ///   - quality: The kind of solution.
    ///   - horizontalDilution: The reported HDOP; `nil` assumes a usual one.
    ///   - verticalDilution: The reported VDOP; `nil` derives it from the HDOP.
    ///   - hasAltitude: Whether the solution includes the altitude.
    package init(
        quality: FixQuality,
        horizontalDilution: Double?,
        verticalDilution: Double?,
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

/// The state that a compass reports.
@nonexhaustive public enum CompassCondition: String, Hashable, Codable, Sendable, CaseIterable {
    case normal

    /// The compass needs calibration; until then its headings may be far off.
    case uncalibrated

    /// The magnetic field is too weak or too strong for the earth's, as beside iron or a motor.
    case disturbed
}

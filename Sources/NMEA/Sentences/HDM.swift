package import LocationModel

/// Heading from magnetic north, superseded by HDG.
///
///            1   2
///            |   |
///     $--HDM,x.x,M*hh
///
///  1 heading, magnetic · 2 M
///
/// Reference: IEC 61162-1, 8.3.43 (not for new designs).
/// Quirks: it has no time. Nothing states whether the deviation is already applied; it is assumed to be.
package struct HDM: Hashable, Sendable {
    /// The heading; `nil` until the talker knows it.
    package var heading: Heading?

    /// Parses the fields, or returns `nil` if some are missing or malformed.
    ///
    /// - Parameters:
    ///   - fields: The cursor at the first field.
    ///   - bytes: The sentence.
    ///   - variation: The variation from another sentence, positive to the east.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>, variation: Double?) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees else { return }
        guard let heading = Heading(compassDegrees: degrees, variationDegrees: variation) else { return nil }
        self.heading = heading
    }
}

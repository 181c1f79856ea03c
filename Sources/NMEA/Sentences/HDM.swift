package import LocationModel

/// Heading from magnetic north; the standard has replaced it by HDG.
///
///            1   2
///            |   |
///     $--HDM,x.x,M*hh
///
///  1 heading, magnetic · 2 M
///
/// Reference: IEC 61162-1, 8.3.43 (not for new designs).
/// Quirks: it has no time. Whether the compass's deviation is taken out already, nothing tells; it is taken so.
package struct HDM: Hashable, Sendable {
    /// Where the bow points; `nil` while the talker does not know.
    package var heading: Heading?

    /// Reads the fields, or returns `nil` when there are too few or the heading cannot be read.
    ///
    /// - Parameters:
    ///   - fields: At the first field.
    ///   - bytes: The sentence.
    ///   - variation: Of the place, positive to the east, where another sentence has told it.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>, variation: Double?) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees else { return }
        guard let heading = Heading(compassDegrees: degrees, variationDegrees: variation) else { return nil }
        self.heading = heading
    }
}

package import LocationModel

/// Heading from true north, of a gyrocompass or a multi-antenna receiver.
///
///            1   2
///            |   |
///     $--HDT,x.x,T*hh
///
///  1 heading, true · 2 T
///
/// Reference: IEC 61162-1, 8.3.44.
/// Quirks: it has no time. The Hemisphere Vector and multiplexers send it empty until they know the heading.
package struct HDT: Hashable, Sendable {
    /// The heading; `nil` until the talker knows it.
    package var heading: Heading?

    /// Parses the fields, or returns `nil` if some are missing or malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees else { return }
        guard let heading = Heading(trueDegrees: degrees) else { return nil }
        self.heading = heading
    }
}

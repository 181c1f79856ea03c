package import LocationModel

/// Heading from true north: a gyrocompass, or several antennas.
///
///            1   2
///            |   |
///     $--HDT,x.x,T*hh
///
///  1 heading, true · 2 T
///
/// Reference: IEC 61162-1, 8.3.44.
/// Quirks: it has no time. The Hemisphere Vector and multiplexers send it empty while they know nothing.
package struct HDT: Hashable, Sendable {
    /// Where the bow points; `nil` while the talker does not know.
    package var heading: Heading?

    /// Reads the fields, or returns `nil` when there are too few or the heading cannot be read.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees else { return }
        guard let heading = Heading(trueDegrees: degrees) else { return nil }
        self.heading = heading
    }
}

package import LocationModel

/// True heading and status, which replaces HDT.
///
///            1   2
///            |   |
///     $--THS,x.x,m*hh
///
///  1 heading, true · 2 mode: A autonomous, E estimated, M manual, S simulator, V not valid
///
/// Reference: IEC 61162-1, 8.3.92.
/// Quirks: it has no time.
package struct THS: Hashable, Sendable {
    /// Where the bow points; `nil` while the talker does not know, or says that it is not valid.
    package var heading: Heading?

    /// Reads the fields, or returns `nil` when there are too few or one of them cannot be read.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        let mode = fields.letter(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        let origin: Heading.Origin
        switch mode {
        case UInt8(ascii: "A"): origin = .measured
        case UInt8(ascii: "E"): origin = .estimated
        case UInt8(ascii: "M"): origin = .manual
        case UInt8(ascii: "S"): origin = .simulated
        case UInt8(ascii: "V"), nil: return
        default: return nil
        }
        guard let degrees else { return }
        guard let heading = Heading(trueDegrees: degrees, origin: origin) else { return nil }
        self.heading = heading
    }
}

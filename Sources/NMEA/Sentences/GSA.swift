/// GNSS dilution of precision and active satellites.
///
///            1 2 3            14 15  16  17  18
///            | | |             | |   |   |   |
///     $--GSA,A,m,id,id,…,id,id,p.p,h.h,v.v,s*hh
///
///  1 A automatic, M manual choice of dimension · 2 mode: 1 no fix, 2 two-dimensional, 3 three-dimensional
///  3-14 satellites used · 15-17 PDOP, HDOP, VDOP · 18 satellite system (NMEA 4.1)
///
/// Reference: IEC 61162-1, 8.3.38.
/// Quirks: it has no time. Multi-system receivers send one GSA for each system, all with the same mode and dilutions.
/// The u-blox M9 sends one without satellites for a disabled system.
package struct GSA: Hashable, Sendable {
    /// 1 without a fix, else the number of dimensions.
    package var mode: Int?
    package var horizontalDilution: Double?
    package var verticalDilution: Double?
}

extension GSA {
    /// Parses the fields, or returns `nil` if the mode is malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        fields.skip(in: bytes)
        mode = fields.integer(1...3, in: bytes).map { Int($0) }
        guard !fields.isMalformed, !fields.isTruncated else { return nil }
        fields.skip(12, in: bytes)
        fields.skip(in: bytes)
        // The Garmin 48 and others omit trailing fields; the mode is valid without them.
        if !fields.isAtEnd { horizontalDilution = fields.dilution(in: bytes) }
        if !fields.isAtEnd { verticalDilution = fields.dilution(in: bytes) }
    }
}

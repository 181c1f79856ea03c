/// GNSS dilution of precision and active satellites.
///
///            1 2 3            14 15  16  17  18
///            | | |             | |   |   |   |
///     $--GSA,A,m,id,id,…,id,id,p.p,h.h,v.v,s*hh
///
///  1 A automatic, M manual choice of dimensions · 2 mode: 1 no fix, 2 two, 3 three dimensions · 3-14 satellites used
///  15-17 dilution of precision: position, horizontal, vertical · 18 satellite system (NMEA 4.1)
///
/// Reference: IEC 61162-1, 8.3.38.
/// Quirks: it has no time. Receivers of several systems send one a system, all with the same mode and dilutions;
/// the u-blox M9 sends one without satellites for a system that is switched off.
package struct GSA: Hashable, Sendable {
    /// 1 without a fix, else how many dimensions were solved for.
    package var mode: Int?

    /// Horizontal dilution of precision.
    package var horizontalDilution: Double?

    /// Vertical dilution of precision.
    package var verticalDilution: Double?

    /// Reads the fields, or returns `nil` when the mode cannot be read.
    @inline(__always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        fields.skip(in: bytes)
        mode = fields.integer(1...3, in: bytes).map { Int($0) }
        guard !fields.isMalformed, !fields.isTruncated else { return nil }
        fields.skip(12, in: bytes)
        fields.skip(in: bytes)
        // The Garmin 48 and others leave out trailing fields; the mode stands without them.
        if !fields.isAtEnd { horizontalDilution = fields.dilution(in: bytes) }
        if !fields.isAtEnd { verticalDilution = fields.dilution(in: bytes) }
    }
}

/// Course over ground and ground speed.
///
///            1   2 3   4 5   6 7   8 9
///            |   | |   | |   | |   | |
///     $--VTG,c.c,T,c.c,M,s.s,N,s.s,K,m*hh
///
///  1-2 course, true · 3-4 course, magnetic · 5-6 speed in knots · 7-8 speed in km/h · 9 mode (NMEA 2.3)
///
/// Reference: IEC 61162-1, 8.3.98.
/// Quirks: it has no time. Talkers before NMEA 2.0 omit the unit letters: `$GPVTG,309.62,,0.13,*hh` has different
/// columns. Such sentences are rejected, because nothing states which columns are meant.
package struct VTG: Hashable, Sendable {
    /// The course over ground from true north.
    package var courseDegrees: Double?
    package var speedMetersPerSecond: Double?
}

extension VTG {
    /// Parses the fields, or returns `nil` if they do not have the layout above.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        courseDegrees = fields.course(in: bytes)
        guard fields.letter(in: bytes) ?? UInt8(ascii: "T") == UInt8(ascii: "T") else { return nil }
        fields.skip(2, in: bytes)
        let fromKnots = fields.speed(metersPerSecond: Solution.metersPerSecondInKnot, in: bytes)
        guard fields.letter(in: bytes) ?? UInt8(ascii: "N") == UInt8(ascii: "N"), !fields.isTruncated
        else { return nil }
        speedMetersPerSecond = fromKnots
        if fromKnots == nil, !fields.isAtEnd {
            speedMetersPerSecond = fields.speed(metersPerSecond: 1 / 3.6, in: bytes)
        }
    }
}

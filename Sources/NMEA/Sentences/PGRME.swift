/// Garmin's estimated position errors.
///
///            1   2 3   4 5   6
///            |   | |   | |   |
///     $PGRME,h.h,M,v.v,M,e.e,M*hh
///
///  1-2 horizontal error in metres · 3-4 vertical error · 5-6 spherical error
///
/// Reference: "GPS 18x Technical Specifications", Garmin 190-00879-08, 4.2.10.
/// Quirks: it has no time; it stands among the sentences of its epoch. Garmin does not state the confidence; like gpsd,
/// this decoder assumes 50 %. Zeros mean unknown (TomTom).
package struct PGRME: Hashable, Sendable {
    package var horizontalMeters: Double?
    package var verticalMeters: Double?

    /// Parses the fields, or returns `nil` if some are missing or a unit is not metres.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        horizontalMeters = fields.double(in: bytes)
        let horizontalUnit = fields.letter(in: bytes)
        verticalMeters = fields.double(in: bytes)
        let verticalUnit = fields.letter(in: bytes)
        let meters = UInt8(ascii: "M")
        guard !fields.isTruncated, !fields.isMalformed, horizontalUnit ?? meters == meters,
            verticalUnit ?? meters == meters
        else { return nil }
    }
}

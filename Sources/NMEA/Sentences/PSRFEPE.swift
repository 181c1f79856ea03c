/// SiRF's estimated errors of position, velocity and heading.
///
///              1          2 3   4   5   6   7
///              |          | |   |   |   |   |
///     $PSRFEPE,hhmmss.sss,A,h.h,x.x,v.v,s.s,d.d*hh
///
///  1 time · 2 A valid, V not · 3 horizontal dilution · 4 horizontal error in metres · 5 vertical error in metres
///  6 error of the velocity in m/s · 7 error of the heading in degrees
///
/// Reference: "Erinome-I User Manual" 1.8 (SiRFstar V), Würth Elektronik.
/// Quirks: SiRF states no confidence; they are held for radii of 68 %. It comes first in its epoch.
package struct PSRFEPE: Hashable, Sendable {
    /// The epoch that the figures belong to.
    package var time: TimeOfDay?

    /// Metres horizontally; `nil` without a solution.
    package var horizontalMeters: Double?

    /// Metres vertically; `nil` without a solution.
    package var verticalMeters: Double?

    /// Reads the fields, or returns `nil` when there are too few or the time cannot be read.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        let status = fields.letter(in: bytes)
        fields.skip(in: bytes)
        let horizontal = fields.double(in: bytes)
        let vertical = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
        guard status == UInt8(ascii: "A") else { return }
        horizontalMeters = horizontal
        verticalMeters = vertical
    }
}

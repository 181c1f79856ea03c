package import LocationModel

/// Geographic position: latitude and longitude alone.
///
///            1       2 3        4 5         6 7
///            |       | |        | |         | |
///     $--GLL,ddmm.mm,N,dddmm.mm,E,hhmmss.ss,A,m*hh
///
///  1-4 position · 5 time · 6 A valid, V not · 7 mode (NMEA 2.3)
///
/// Reference: IEC 61162-1, 8.3.37.
/// Quirks: plotters and echo sounders of the NMEA 1.5 age send the position only, without time and status.
package struct GLL: Hashable, Sendable {
    /// When the position was true; `nil` when the talker does not say.
    package var time: TimeOfDay?

    /// The position, also where the status says that it is not to be used.
    package var position: Position?

    /// How the solution was made; `nil` when the talker says that there is none.
    package var quality: FixQuality?

    /// Reads the fields, or returns `nil` when position or time cannot be read.
    @inline(__always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        position = fields.position(in: bytes)
        guard !fields.isTruncated else { return nil }
        var status: UInt8?
        var mode: UInt8?
        if !fields.isAtEnd { time = fields.timeOfDay(in: bytes) }
        if !fields.isAtEnd { status = fields.letter(in: bytes) }
        if !fields.isAtEnd { mode = fields.letter(in: bytes) }
        guard !fields.isMalformed else { return nil }
        quality =
            if let status { FixQuality(status: status, mode: mode) } else {
                position == nil ? nil : .unknown
            }
    }
}

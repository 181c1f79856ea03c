import LocationModel

extension Solution {
    /// Geographic position: latitude and longitude alone; `nil` if position or time are malformed.
    ///
    ///            1       2 3        4 5         6 7
    ///            |       | |        | |         | |
    ///     $--GLL,ddmm.mm,N,dddmm.mm,E,hhmmss.ss,A,m*hh
    ///
    ///  1-4 position · 5 time · 6 A valid, V not · 7 mode (NMEA 2.3)
    ///
    /// Reference: IEC 61162-1, 8.3.37.
    /// Quirks: plotters and echo sounders from the time of NMEA 1.5 send only the position, without time and status.
    @inline(__always)
    init?(gll fields: inout FieldCursor, in bytes: Span<UInt8>) {
        self.init(.gll)
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

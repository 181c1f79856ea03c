import LocationModel

extension ErrorEstimate {
    /// SiRF's estimated errors of position, velocity and heading; `nil` if fields are missing or the time is malformed.
    ///
    ///              1          2 3   4   5   6   7
    ///              |          | |   |   |   |   |
    ///     $PSRFEPE,hhmmss.sss,A,h.h,x.x,v.v,s.s,d.d*hh
    ///
    ///  1 time · 2 A valid, V invalid · 3 HDOP · 4 horizontal error in metres · 5 vertical error in metres
    ///  6 velocity error in m/s · 7 heading error in degrees
    ///
    /// Reference: "Erinome-I User Manual" 1.8 (SiRFstar V), Würth Elektronik.
    /// Quirks: SiRF does not state the confidence; 68 % is assumed. It is the first sentence of its epoch.
    init?(psrfepe fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        let status = fields.letter(in: bytes)
        fields.skip(in: bytes)
        let horizontal = fields.double(in: bytes)
        let vertical = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
        if status == UInt8(ascii: "A") {
            accuracy = FixAccuracy(statedMeters: horizontal, vertical: vertical)
        }
    }
}

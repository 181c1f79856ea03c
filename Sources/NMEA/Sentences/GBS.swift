import LocationModel

extension ErrorEstimate {
    /// GNSS satellite fault detection: the expected errors of the position.
    ///
    ///            1         2   3   4   5  6   7   8
    ///            |         |   |   |   |  |   |   |
    ///     $--GBS,hhmmss.ss,y.y,x.x,z.z,id,p.p,b.b,s.s*hh
    ///
    ///  1 time · 2-4 expected errors of latitude, longitude and altitude in metres · 5-8 most likely failed satellite,
    ///  probability of missed detection, its bias, standard deviation of the bias
    ///
    /// `nil` if fields are missing or the time is malformed.
    ///
    /// Reference: IEC 61162-1, 8.3.34.
    /// Quirks: u-blox, ST and Garmin write 1 sigma. Seapath and Septentrio write signed momentary errors near zero, which
    /// are no measure of accuracy; they are ignored wherever a GST comes with them.
    init?(gbs fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        let ellipse = ErrorEllipse(fields.double(in: bytes), fields.double(in: bytes))
        let altitude = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
        accuracy = FixAccuracy(ellipse, vertical: altitude, source: .expectedErrors)
    }
}

/// GNSS satellite fault detection: the expected errors of the position.
///
///            1         2   3   4   5  6   7   8
///            |         |   |   |   |  |   |   |
///     $--GBS,hhmmss.ss,y.y,x.x,z.z,id,p.p,b.b,s.s*hh
///
///  1 time · 2-4 expected errors of latitude, longitude and altitude in metres · 5-8 most likely failed satellite,
///  probability of missed detection, its bias, standard deviation of the bias
///
/// Reference: IEC 61162-1, 8.3.34.
/// Quirks: u-blox, ST and Garmin write 1 sigma. Seapath and Septentrio write signed momentary errors near zero, which
/// are no measure of accuracy; they are ignored wherever a GST comes with them.
package struct GBS: Hashable, Sendable {
    package var time: TimeOfDay?

    /// The expected latitude error in metres.
    package var latitudeMeters: Double?

    /// The expected longitude error in metres.
    package var longitudeMeters: Double?

    /// The expected altitude error in metres.
    package var altitudeMeters: Double?

    /// Parses the fields, or returns `nil` if some are missing or the time is malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        latitudeMeters = fields.double(in: bytes)
        longitudeMeters = fields.double(in: bytes)
        altitudeMeters = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
    }
}

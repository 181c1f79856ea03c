/// GNSS satellite fault detection: the errors that the receiver expects.
///
///            1         2   3   4   5  6   7   8
///            |         |   |   |   |  |   |   |
///     $--GBS,hhmmss.ss,y.y,x.x,z.z,id,p.p,b.b,s.s*hh
///
///  1 time · 2-4 expected errors of latitude, longitude and altitude in metres · 5-8 the satellite most likely to be
///  faulty, the probability of having missed it, its bias and the bias's deviation
///
/// Reference: IEC 61162-1, 8.3.34.
/// Quirks: u-blox, ST and Garmin write 1 sigma; Seapath and Septentrio write signed, momentary errors near zero,
/// which are no measure of accuracy and are ignored wherever a GST comes with them.
package struct GBS: Hashable, Sendable {
    /// The epoch that the figures belong to.
    package var time: TimeOfDay?

    /// Expected error of the latitude in metres.
    package var latitudeMeters: Double?

    /// Expected error of the longitude in metres.
    package var longitudeMeters: Double?

    /// Expected error of the altitude in metres.
    package var altitudeMeters: Double?

    /// Reads the fields, or returns `nil` when there are too few or the time cannot be read.
    @inline(__always)
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        latitudeMeters = fields.double(in: bytes)
        longitudeMeters = fields.double(in: bytes)
        altitudeMeters = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
    }
}

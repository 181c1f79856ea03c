/// GNSS pseudorange noise statistics: the standard deviations of the position.
///
///            1         2   3   4   5   6   7   8
///            |         |   |   |   |   |   |   |
///     $--GST,hhmmss.ss,r.r,a.a,b.b,o.o,y.y,x.x,z.z*hh
///
///  1 time · 2 RMS of the pseudorange residuals · 3-5 error ellipse: semi-major and semi-minor axis in metres, bearing
///  of the semi-major axis · 6-8 latitude, longitude and altitude error in metres; all 1 sigma
///
/// Reference: IEC 61162-1, 8.3.41.
/// Quirks: many u-blox receivers leave the ellipse empty; others write zeros until they know it. Seapath sends the GST
/// of an epoch after the first sentences of the next one.
package struct GST: Hashable, Sendable {
    package var time: TimeOfDay?

    /// The semi-major axis of the error ellipse in metres, 1 sigma.
    package var semiMajorMeters: Double?

    /// The semi-minor axis of the error ellipse in metres, 1 sigma.
    package var semiMinorMeters: Double?

    /// The latitude error in metres, 1 sigma.
    package var latitudeMeters: Double?

    /// The longitude error in metres, 1 sigma.
    package var longitudeMeters: Double?

    /// The altitude error in metres, 1 sigma.
    package var altitudeMeters: Double?

    /// Parses the fields, or returns `nil` if some are missing or the time is malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        fields.skip(in: bytes)
        semiMajorMeters = fields.double(in: bytes)
        semiMinorMeters = fields.double(in: bytes)
        fields.skip(in: bytes)
        latitudeMeters = fields.double(in: bytes)
        longitudeMeters = fields.double(in: bytes)
        altitudeMeters = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
    }
}

/// GNSS pseudorange noise statistics: how well the receiver thinks it knows its position.
///
///            1         2   3   4   5   6   7   8
///            |         |   |   |   |   |   |   |
///     $--GST,hhmmss.ss,r.r,a.a,b.b,o.o,y.y,x.x,z.z*hh
///
///  1 time · 2 RMS of the pseudorange residuals · 3-5 error ellipse: semi-major and semi-minor axis in metres, bearing
///  of the semi-major axis · 6-8 errors of latitude, longitude and altitude in metres; all of them 1 sigma
///
/// Reference: IEC 61162-1, 8.3.41.
/// Quirks: many u-blox receivers leave the ellipse empty; others write zeros while they do not know. Seapath
/// sends the GST of an epoch after the sentences of the next one have begun.
package struct GST: Hashable, Sendable {
    /// The epoch that the figures belong to.
    package var time: TimeOfDay?

    /// Semi-major axis of the error ellipse in metres, 1 sigma.
    package var semiMajorMeters: Double?

    /// Semi-minor axis of the error ellipse in metres, 1 sigma.
    package var semiMinorMeters: Double?

    /// Error of the latitude in metres, 1 sigma.
    package var latitudeMeters: Double?

    /// Error of the longitude in metres, 1 sigma.
    package var longitudeMeters: Double?

    /// Error of the altitude in metres, 1 sigma.
    package var altitudeMeters: Double?

    /// Reads the fields, or returns `nil` when there are too few or the time cannot be read.
    @inline(__always)
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

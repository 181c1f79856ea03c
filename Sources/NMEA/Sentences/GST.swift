import LocationModel

extension ErrorEstimate {
    /// GNSS pseudorange noise statistics: the standard deviations of the position.
    ///
    ///            1         2   3   4   5   6   7   8
    ///            |         |   |   |   |   |   |   |
    ///     $--GST,hhmmss.ss,r.r,a.a,b.b,o.o,y.y,x.x,z.z*hh
    ///
    ///  1 time · 2 RMS of the pseudorange residuals · 3-5 error ellipse: semi-major and semi-minor axis in metres, bearing
    ///  of the semi-major axis · 6-8 latitude, longitude and altitude error in metres; all 1 sigma
    ///
    /// `nil` if fields are missing or the time is malformed.
    ///
    /// Reference: IEC 61162-1, 8.3.41.
    /// Quirks: many u-blox receivers leave the ellipse empty; others write zeros until they know it. Seapath sends the GST
    /// of an epoch after the first sentences of the next one.
    init?(gst fields: inout FieldCursor, in bytes: Span<UInt8>) {
        time = fields.timeOfDay(in: bytes)
        guard !fields.isMalformed else { return nil }
        fields.skip(in: bytes)
        let axes = ErrorEllipse(fields.double(in: bytes), fields.double(in: bytes))
        fields.skip(in: bytes)
        let components = ErrorEllipse(fields.double(in: bytes), fields.double(in: bytes))
        let altitude = fields.double(in: bytes)
        guard !fields.isTruncated else { return nil }
        // The two forms should agree. Where they differ, nothing shows which is right.
        let larger = [axes, components].compactMap(\.self).max { $0.squared < $1.squared }
        accuracy = FixAccuracy(larger, vertical: altitude, source: .standardDeviations)
    }
}

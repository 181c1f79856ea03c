import LocationModel

extension ErrorEstimate {
    /// Garmin's estimated position errors; `nil` if fields are missing or a unit is not metres.
    ///
    ///            1   2 3   4 5   6
    ///            |   | |   | |   |
    ///     $PGRME,h.h,M,v.v,M,e.e,M*hh
    ///
    ///  1-2 horizontal error in metres · 3-4 vertical error · 5-6 spherical error
    ///
    /// Reference: "GPS 18x Technical Specifications", Garmin 190-00879-08, 4.2.10.
    /// Quirks: it has no time; it stands among the sentences of its epoch. Garmin does not state the confidence; like
    /// gpsd, this decoder assumes 50 %. Zeros mean unknown (TomTom).
    init?(pgrme fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let horizontal = fields.double(in: bytes)
        let horizontalUnit = fields.letter(in: bytes)
        let vertical = fields.double(in: bytes)
        let verticalUnit = fields.letter(in: bytes)
        let meters = UInt8(ascii: "M")
        guard !fields.isTruncated, !fields.isMalformed, horizontalUnit ?? meters == meters,
            verticalUnit ?? meters == meters
        else { return nil }
        // In two dimensions the 50, 68 and 95 % circles have radii of 1.177, 1.510 and 2.448 sigma. In one dimension 50 %
        // lie within 0.674 sigma and 68 % within 0.994 sigma.
        accuracy = FixAccuracy(
            statedMeters: horizontal,
            vertical: vertical,
            to68: 1.282,
            to95: 2.079,
            verticalTo68: 1.474
        )
    }
}

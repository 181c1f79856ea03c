import LocationModel

extension HeadingSentence {
    /// Heading from magnetic north, superseded by HDG; `nil` if fields are missing or malformed.
    ///
    ///            1   2
    ///            |   |
    ///     $--HDM,x.x,M*hh
    ///
    ///  1 heading, magnetic · 2 M
    ///
    /// Reference: IEC 61162-1, 8.3.43 (not for new designs).
    /// Quirks: it has no time. Nothing states whether the deviation is already applied; it is assumed to be.
    init?(hdm fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        self.init(degrees) { Heading(compassDegrees: $0) }
    }
}

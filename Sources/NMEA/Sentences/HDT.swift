import LocationModel

extension HeadingSentence {
    /// Heading from true north, of a gyrocompass or a multi-antenna receiver; `nil` if fields are missing or malformed.
    ///
    ///            1   2
    ///            |   |
    ///     $--HDT,x.x,T*hh
    ///
    ///  1 heading, true · 2 T
    ///
    /// Reference: IEC 61162-1, 8.3.44.
    /// Quirks: it has no time. The Hemisphere Vector and multiplexers send it empty until they know the heading.
    init?(hdt fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        self.init(degrees) { Heading(trueDegrees: $0) }
    }
}

import LocationModel

extension HeadingSentence {
    /// Heading from true north (HDT), of a gyrocompass or a multi-antenna receiver, or from magnetic north (HDM), which
    /// HDG supersedes; `nil` if fields are missing or malformed.
    ///
    ///            1   2
    ///            |   |
    ///     $--HDT,x.x,T*hh
    ///     $--HDM,x.x,M*hh
    ///
    ///  1 heading · 2 T true, M magnetic
    ///
    /// Reference: IEC 61162-1, 8.3.44 and 8.3.43.
    /// Quirks: they have no time. The Hemisphere Vector and multiplexers send HDT empty until they know the heading.
    /// Nothing states whether the deviation is already applied in HDM; it is assumed to be.
    init?(hdt fields: inout FieldCursor, isMagnetic: Bool = false, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        self.init(degrees) { isMagnetic ? Heading(compassDegrees: $0) : Heading(trueDegrees: $0) }
    }
}

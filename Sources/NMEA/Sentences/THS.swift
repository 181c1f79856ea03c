import LocationModel

extension HeadingSentence {
    /// True heading and status, the successor of HDT; `nil` if fields are missing or malformed.
    ///
    ///            1   2
    ///            |   |
    ///     $--THS,x.x,m*hh
    ///
    ///  1 heading, true · 2 mode: A autonomous, E estimated, M manual, S simulator, V invalid
    ///
    /// Reference: IEC 61162-1, 8.3.92.
    /// Quirks: it has no time.
    init?(ths fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        let mode = fields.letter(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        let origin: Heading.Origin
        switch mode {
        case UInt8(ascii: "A"): origin = .measured
        case UInt8(ascii: "E"): origin = .estimated
        case UInt8(ascii: "M"): origin = .manual
        case UInt8(ascii: "S"): origin = .simulated
        case UInt8(ascii: "V"), nil:
            self.init()
            return
        default: return nil
        }
        self.init(degrees) { Heading(trueDegrees: $0, origin: origin) }
    }
}

import LocationModel

extension HeadingSentence {
    /// Heading of a compass, with its deviation and the local variation; `nil` if fields are missing or malformed.
    ///
    ///            1   2   3 4   5
    ///            |   |   | |   |
    ///     $--HDG,x.x,x.x,a,x.x,a*hh
    ///
    ///  1 compass reading · 2-3 deviation, E or W · 4-5 variation, E or W
    ///
    /// Easterly values are positive: compass + deviation = magnetic, magnetic + variation = true. Unknown values are
    /// empty.
    ///
    /// Reference: IEC 61162-1, 8.3.42.
    /// Quirks: it has no time. gpsd tests the wrong field for the sign of the deviation and does not read the variation.
    init?(hdg fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let degrees = fields.double(in: bytes)
        let deviation = fields.eastward(in: bytes)
        let variation = fields.eastward(in: bytes)
        // A heading with only part of its corrections would be wrong.
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        self.init(degrees) {
            Heading(compassDegrees: $0, deviationDegrees: deviation, variationDegrees: variation)
        }
        variationDegrees = variation
    }
}

extension FieldCursor {
    /// Reads the two fields of an angle and its side, `x.x,E`, as degrees in `-180...180`, positive to the east.
    mutating func eastward(in bytes: Span<UInt8>) -> Double? {
        let degrees = double(in: bytes)
        let side = letter(in: bytes)
        guard let degrees else { return nil }
        guard (0...180).contains(degrees) else { return reject() }
        switch side {
        case UInt8(ascii: "E"): return degrees
        case UInt8(ascii: "W"): return -degrees
        default: return reject()
        }
    }
}

package import LocationModel

/// Heading of a magnetic compass, with its deviation and the variation of the place.
///
///            1   2   3 4   5
///            |   |   | |   |
///     $--HDG,x.x,x.x,a,x.x,a*hh
///
///  1 what the compass reads · 2-3 deviation, E or W · 4-5 variation, E or W
///
/// Easterly values are added, westerly ones subtracted: compass + deviation = magnetic, magnetic + variation = true.
/// Unknown ones are empty.
///
/// Reference: IEC 61162-1, 8.3.42.
/// Quirks: it has no time. gpsd tests the wrong field for the deviation's sign, and reads no variation.
package struct HDG: Hashable, Sendable {
    /// Where the bow points; `nil` while the talker does not know.
    package var heading: Heading?

    /// The variation that this sentence states, positive to the east.
    package var variationDegrees: Double?

    /// Reads the fields, or returns `nil` when there are too few or one of them cannot be read.
    ///
    /// - Parameters:
    ///   - fields: At the first field.
    ///   - bytes: The sentence.
    ///   - variation: Of the place, positive to the east, where another sentence has told it.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>, variation: Double?) {
        let degrees = fields.double(in: bytes)
        let deviation = fields.eastward(in: bytes)
        variationDegrees = fields.eastward(in: bytes)
        // A heading with half of its correction would be a wrong one.
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees else { return }
        guard
            let heading = Heading(
                compassDegrees: degrees,
                deviationDegrees: deviation,
                variationDegrees: variationDegrees ?? variation
            )
        else { return nil }
        self.heading = heading
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

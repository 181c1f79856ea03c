package import LocationModel

/// Attitude of an inertial or multi-antenna receiver (Ashtech, Hemisphere Rhythm, Novatel, Applanix).
///
///            1          2   3 4   5   6   7   8   9   10 11
///            |          |   | |   |   |   |   |   |   |  |
///     $PASHR,hhmmss.sss,x.x,T,x.x,x.x,x.x,x.x,x.x,x.x,q, s*hh
///
///  1 time · 2 heading, true · 3 T · 4 roll · 5 pitch · 6 heave · 7-9 standard deviations of roll, pitch and heading
///  10 quality of the position · 11 state of the inertial unit
///
/// Reference: NovAtel, "Log PASHR"; it is the only widespread sentence with the accuracy of a heading.
/// Quirks: Ashtech's other sentences, such as `$PASHR,POS`, share the address; they have no `T` in field 3.
package struct PASHR: Hashable, Sendable {
    /// The heading with its accuracy; `nil` until the receiver knows it.
    package var heading: Heading?

    /// Parses the fields, or returns `nil` if they are missing or malformed.
    init?(_ fields: inout FieldCursor, in bytes: Span<UInt8>) {
        fields.skip(in: bytes)
        let degrees = fields.double(in: bytes)
        let reference = fields.letter(in: bytes)
        fields.skip(5, in: bytes)
        let deviation = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        guard let degrees, reference == UInt8(ascii: "T") else { return }
        guard var heading = Heading(trueDegrees: degrees, origin: .measured) else { return nil }
        // Receivers write zero while they have no estimate.
        heading.accuracyDegrees = deviation.flatMap { $0 > 0 && $0 <= 180 ? $0 : nil }
        self.heading = heading
    }

    /// Returns whether the fields are those of the attitude: a time comes first in no other sentence of the address.
    static func isAttitude(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        start < bytes.count && (bytes[start] == UInt8(ascii: ",") || (48...57).contains(bytes[start]))
    }
}

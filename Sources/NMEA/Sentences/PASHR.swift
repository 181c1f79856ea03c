import LocationModel

extension HeadingSentence {
    /// Attitude of an inertial or multi-antenna receiver (Ashtech, Hemisphere Rhythm, Novatel, Applanix); `nil` if fields
    /// are missing or malformed.
    ///
    ///            1          2   3 4   5   6   7   8   9   10 11
    ///            |          |   | |   |   |   |   |   |   |  |
    ///     $PASHR,hhmmss.sss,x.x,T,x.x,x.x,x.x,x.x,x.x,x.x,q, s*hh
    ///
    ///  1 time · 2 heading, true · 3 T · 4 roll · 5 pitch · 6 heave · 7-9 standard deviations of roll, pitch and heading
    ///  10 quality of the position · 11 state of the inertial unit
    ///
    /// Reference: NovAtel, "Log PASHR"; it is the only widespread sentence with the accuracy of a heading.
    /// Quirks: Ashtech's other sentences, such as `$PASHR,POS`, share the address; they have no time in field 1 and no
    /// `T` in field 3.
    init?(pashr fields: inout FieldCursor, in bytes: Span<UInt8>) {
        let firstOfTime = fields.letter(in: bytes)
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(firstOfTime ?? UInt8(ascii: "0")) else {
            self.init()
            return
        }
        let degrees = fields.double(in: bytes)
        let reference = fields.letter(in: bytes)
        fields.skip(5, in: bytes)
        let deviation = fields.double(in: bytes)
        guard !fields.isTruncated, !fields.isMalformed else { return nil }
        self.init(reference == UInt8(ascii: "T") ? degrees : nil) { degrees in
            Heading(trueDegrees: degrees, origin: .measured)
        }
        // Receivers write zero while they have no estimate.
        heading?.accuracyDegrees = deviation.flatMap { $0 > 0 && $0 <= 180 ? $0 : nil }
    }
}

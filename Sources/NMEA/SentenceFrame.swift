/// The rule by which sentences are accepted or rejected by their checksum.
package enum ChecksumRule: Hashable, Sendable {
    /// A valid checksum is required; the default, because a line without one may have lost anything.
    case required

    /// A checksum may be missing, but not wrong.
    case optional
    case ignored
}

/// Why a piece of the stream is not a valid NMEA 0183 sentence.
package enum FrameError: Error, Hashable, Sendable {
    /// It begins with neither `$` nor the `!` of an encapsulated sentence.
    case notASentence

    /// It begins like a sentence but has no valid address.
    case malformedAddress

    /// It has no `*` followed by two hexadecimal digits.
    case missingChecksum

    /// Its bytes do not match the checksum.
    case checksumMismatch
}

/// The frame of one sentence: address, fields and checksum.
///
///      $GPGGA,123519,4807.038,N,…*47
///      | |  | |                 |
///      | |  | fields            checksum: exclusive or of all bytes between `$` and `*`,
///      | |  type                two hexadecimal digits of either case
///      | talker
///      `!` begins an encapsulated sentence such as `!AIVDM`, framed alike
///
/// Reference: IEC 61162-1, 7.3 (address, checksum). Anything after the checksum on the same line is ignored: Android's
/// logger appends its own time stamp, the Firefly-II a second carriage return.
package struct SentenceFrame: Hashable, Sendable {
    /// The characters of the address, the first one highest; only `P` for a proprietary sentence.
    let address: UInt64

    /// The range of the fields, from after the comma behind the address to before the `*`.
    package let fields: Range<Int>

    /// The length of start character, address and comma.
    static let headCount = 7

    /// Whether the sentence is proprietary: its address begins with `P`.
    package var isProprietary: Bool { address == UInt64(UInt8(ascii: "P")) }

    /// The sentence formatter: the last three characters of the address.
    package var type: SentenceType { SentenceType(code: UInt32(truncatingIfNeeded: address & 0xFF_FFFF)) }

    /// Parses the frame of a sentence that fills `bytes`, and verifies its checksum.
    package init(_ bytes: Span<UInt8>, checksum rule: ChecksumRule = .required) throws(FrameError) {
        try self.init(0..<bytes.count, in: bytes, checksum: rule)
    }

    /// Parses the frame of the sentence in `range`, and verifies its checksum.
    init(_ range: Range<Int>, in bytes: Span<UInt8>, checksum rule: ChecksumRule) throws(FrameError) {
        let piece = bytes.extracting(range)
        guard !piece.isEmpty, piece[0] == UInt8(ascii: "$") || piece[0] == UInt8(ascii: "!") else {
            throw .notASentence
        }
        let end = try Self.end(of: piece, checksum: rule)
        guard end >= 4 else { throw .malformedAddress }
        let start = range.lowerBound
        if piece[1] == UInt8(ascii: "P") {
            address = UInt64(UInt8(ascii: "P"))
            fields = (start + end)..<(start + end)
            return
        }
        guard end >= Self.headCount, piece[Self.headCount - 1] == UInt8(ascii: ",") else {
            throw .malformedAddress
        }
        var address: UInt64 = 0
        for index in 1...5 {
            guard piece[index].isCapitalOrDigit else { throw .malformedAddress }
            address = address << 8 | UInt64(piece[index])
        }
        self.address = address
        fields = (start + Self.headCount)..<(start + end)
    }

    /// Returns the index of the `*`, or the end of the text if the checksum is optional and missing.
    private static func end(of piece: Span<UInt8>, checksum rule: ChecksumRule) throws(FrameError) -> Int {
        var star = piece.count - 3
        while star > 0 {
            if piece[star] == UInt8(ascii: "*"), let high = piece[star + 1].hexadecimalValue,
                let low = piece[star + 2].hexadecimalValue
            {
                guard rule == .ignored || piece.exclusiveOr(over: 1..<star) == high << 4 | low else {
                    throw .checksumMismatch
                }
                return star
            }
            star -= 1
        }
        guard rule != .required else { throw .missingChecksum }
        var end = piece.count
        while end > 1, piece[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        return end
    }
}

/// A sentence formatter: the three characters that name the type of a sentence, such as `GGA`.
package struct SentenceType: Hashable, Sendable {
    /// The three characters, the first one highest.
    package let code: UInt32

    init(code: UInt32) { self.code = code }

    private init(_ first: Unicode.Scalar, _ second: Unicode.Scalar, _ third: Unicode.Scalar) {
        code = first.value << 16 | second.value << 8 | third.value
    }

    static let dtm = SentenceType("D", "T", "M")
    static let gbs = SentenceType("G", "B", "S")
    static let gga = SentenceType("G", "G", "A")
    static let gll = SentenceType("G", "L", "L")
    static let gns = SentenceType("G", "N", "S")
    static let gsa = SentenceType("G", "S", "A")
    static let gsv = SentenceType("G", "S", "V")
    static let gst = SentenceType("G", "S", "T")
    static let hdg = SentenceType("H", "D", "G")
    static let hdm = SentenceType("H", "D", "M")
    static let hdt = SentenceType("H", "D", "T")
    static let rmc = SentenceType("R", "M", "C")
    static let ths = SentenceType("T", "H", "S")
    static let vtg = SentenceType("V", "T", "G")
    static let zda = SentenceType("Z", "D", "A")
}

extension UInt8 {
    /// The value of this character as a hexadecimal digit of either case.
    var hexadecimalValue: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }

    fileprivate var isCapitalOrDigit: Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}

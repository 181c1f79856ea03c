/// What a source's sentences must carry to be believed.
package enum ChecksumRule: Hashable, Sendable {
    /// A right checksum; the default, because a line without one may have lost anything.
    case required

    /// A right checksum or none.
    case optional

    /// Nothing: even a wrong checksum is accepted.
    case ignored
}

/// Why a piece of the stream is not an NMEA 0183 sentence.
package enum FrameError: Error, Hashable, Sendable {
    /// It does not begin with `$`, or with `!` as encapsulated sentences do, and is therefore something else.
    case notASentence

    /// It begins like a sentence and has no address field.
    case malformedAddress

    /// It has no `*` with two hexadecimal digits.
    case missingChecksum

    /// The bytes received do not match the checksum.
    case checksumMismatch
}

/// The envelope of one sentence.
///
///      $GPGGA,123519,4807.038,N,…*47
///      | |  | |                 |
///      | |  | fields            checksum: all bytes between `$` and `*` combined by exclusive or,
///      | |  type                two hexadecimal digits of either case
///      | talker
///      `!` begins an encapsulated sentence such as `!AIVDM`, framed alike
///
/// Reference: IEC 61162-1, 7.3 (address, checksum). What follows the checksum on the same line is ignored:
/// Android's logger appends its own time stamp, the Firefly-II a second carriage return.
package struct SentenceFrame: Hashable, Sendable {
    /// The address as it is read, its first character highest; `P` alone for a maker's own.
    let address: UInt64

    /// The bytes of the fields, from behind the comma that ends the address to before the `*`.
    package let fields: Range<Int>

    /// The commas of the line from its beginning on, up to the end of the fields or further.
    let commas: Line.Commas

    /// Finds the parts of a sentence that is all of `bytes`, and verifies its checksum.
    package init(_ bytes: Span<UInt8>, checksum rule: ChecksumRule = .required) throws(FrameError) {
        try self.init(Line(0..<bytes.count, in: bytes), in: bytes, checksum: rule)
    }

    /// Finds the parts of a line and verifies its checksum.
    @inline(__always)
    init(_ line: Line, in bytes: Span<UInt8>, checksum rule: ChecksumRule) throws(FrameError) {
        guard let usual = Self(usual: line, in: bytes) else {
            try self.init(unusual: line, in: bytes, checksum: rule)
            return
        }
        self = usual
    }

    /// Mark, address and comma.
    static let headCount = 7

    /// Whether the address is a manufacturer's own, which begins with `P`.
    package var isProprietary: Bool { address == UInt64(UInt8(ascii: "P")) }

    /// What it says: the last three characters of the address, first one highest.
    package var type: SentenceType { SentenceType(code: UInt32(truncatingIfNeeded: address & 0xFF_FFFF)) }

    /// Takes a line that begins with its mark, five capitals and a comma, and ends with the right checksum.
    ///
    /// Nearly every line does, and to compare is quicker than to read.
    @inline(__always)
    init?(usual line: Line, in bytes: Span<UInt8>) {
        let start = line.range.lowerBound
        guard line.textEnd &- start >= Self.headCount &+ 3 else { return nil }
        let head = bytes.word(at: start)
        let mark = head & 0xFF
        guard mark == UInt64(UInt8(ascii: "$")) || mark == UInt64(UInt8(ascii: "!")),
            head & 0xFF_0000_0000_0000 == UInt64(UInt8(ascii: ",")) << 48
        else { return nil }
        // `*` and the two digits behind it.
        let tail = bytes.word(at: line.textEnd &- 8) >> 40
        // All but these and the mark is what the checksum is made of.
        let sum = (line.sum ^ tail ^ mark).foldedByte
        guard tail == UInt64(sum.hexadecimalDigits) << 8 | UInt64(UInt8(ascii: "*")) else { return nil }
        address = head.byteSwapped >> 16 & 0xFF_FFFF_FFFF
        guard address.isOfCapitals, address >> 32 != UInt64(UInt8(ascii: "P")) else { return nil }
        fields = unsafe Range(uncheckedBounds: (start &+ Self.headCount, line.textEnd &- 3))
        commas = line.commas
    }

    /// Takes any line that may be called a sentence.
    @inline(never)
    init(unusual line: Line, in bytes: Span<UInt8>, checksum rule: ChecksumRule) throws(FrameError) {
        let piece = bytes.extracting(line.range)
        guard !piece.isEmpty, piece[0] == UInt8(ascii: "$") || piece[0] == UInt8(ascii: "!") else {
            throw .notASentence
        }
        let end = try Self.end(of: piece, checksum: rule)
        guard end >= 4 else { throw .malformedAddress }
        let start = line.range.lowerBound
        commas = line.commas.before(end)
        if piece[1] == UInt8(ascii: "P") {
            address = UInt64(UInt8(ascii: "P"))
            fields = (start + end)..<(start + end)
            return
        }
        guard end >= Self.headCount, piece[Self.headCount - 1] == UInt8(ascii: ",") else {
            throw .malformedAddress
        }
        var address: UInt64 = 0
        for index in 1...5 { address = address << 8 | UInt64(piece[index]) }
        guard address.isOfCapitalsAndDigits else { throw .malformedAddress }
        self.address = address
        fields = (start + Self.headCount)..<(start + end)
    }

    /// Looks for the `*` anywhere in a piece, or for its end where a sentence may do without.
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

/// The three characters that name a sentence, such as `GGA`.
package struct SentenceType: Hashable, Sendable {
    /// The characters, first one highest.
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
    static let gst = SentenceType("G", "S", "T")
    static let hdg = SentenceType("H", "D", "G")
    static let hdm = SentenceType("H", "D", "M")
    static let hdt = SentenceType("H", "D", "T")
    static let rmc = SentenceType("R", "M", "C")
    static let ths = SentenceType("T", "H", "S")
    static let vtg = SentenceType("V", "T", "G")
    static let zda = SentenceType("Z", "D", "A")
}

extension UInt64 {
    /// Its bytes combined by exclusive or.
    @inline(__always)
    var foldedByte: UInt8 {
        var sum = self ^ self >> 32
        sum ^= sum >> 16
        return UInt8(truncatingIfNeeded: sum ^ sum >> 8)
    }

    /// Whether the five lowest bytes are capital letters, which is quicker to say, and the others zero.
    @inline(__always)
    fileprivate var isOfCapitals: Bool {
        // What is less than `A` becomes a byte that has its top bit, and so does what is more than `Z`.
        let places = self &- UInt64(UInt8(ascii: "A")) &* 0x01_0101_0101
        return (places | (places &+ UInt64(0x80 - 26) &* 0x01_0101_0101)) & 0x80_8080_8080 == 0
    }

    /// Whether the five lowest bytes are capital letters and digits.
    @inline(__always)
    fileprivate var isOfCapitalsAndDigits: Bool {
        // In the top bit of each byte: whether it is at least the limit. Bytes that have that bit already are neither.
        func reaches(_ limit: UInt8) -> UInt64 { self &+ UInt64(0x80 &- limit) &* 0x01_0101_0101 }
        let capitals = reaches(UInt8(ascii: "A")) & ~reaches(UInt8(ascii: "Z") &+ 1)
        let digits = reaches(UInt8(ascii: "0")) & ~reaches(UInt8(ascii: "9") &+ 1)
        return (capitals | digits) & ~self & 0x80_8080_8080 == 0x80_8080_8080
    }
}

extension UInt8 {
    /// What it stands for as a hexadecimal digit of either case.
    @inline(__always)
    var hexadecimalValue: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }

    /// The two digits of the byte, letters as capitals; the one that is written first is the lower byte.
    @inline(__always)
    fileprivate var hexadecimalDigits: UInt16 {
        let values = UInt16(self >> 4) | UInt16(self & 15) << 8
        // Six more make ten and above overflow their half of the byte; the letters begin seven behind the digits.
        let letters = (values &+ 0x0606) >> 4 & 0x0101
        return values &+ 0x3030 &+ letters &* 7
    }
}

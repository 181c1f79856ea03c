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
    /// Who speaks: the two characters of the address, first one in the high byte; `P` + 0 for proprietary ones.
    package let talker: UInt16

    /// What it says: the last three characters of the address, first one highest; 0 for proprietary ones.
    package let type: SentenceType

    /// The bytes of the fields, from behind the comma that ends the address to before the `*`.
    package let fields: Range<Int>

    /// A bit for each of the first 64 bytes of the fields, set where it is a comma.
    let commas: UInt64

    /// Finds the parts of a piece and verifies its checksum.
    @inline(__always)
    package init(_ piece: Span<UInt8>, checksum rule: ChecksumRule = .required) throws(FrameError) {
        try self.init(piece, count: piece.count, checksum: rule)
    }

    /// Finds the parts of the piece that is the first `count` bytes, and verifies its checksum.
    ///
    /// What follows them is not looked at; where there is something, the piece is read in larger steps.
    @inline(__always)
    init(_ piece: Span<UInt8>, count: Int, checksum rule: ChecksumRule) throws(FrameError) {
        let head = piece.head(count)
        let mark = UInt8(truncatingIfNeeded: head)
        guard mark == UInt8(ascii: "$") || mark == UInt8(ascii: "!") else { throw .notASentence }
        let end: Int
        (end, commas) = try Self.body(of: piece, head, count: count, checksum: rule)
        guard end >= 4 else { throw .malformedAddress }
        if UInt8(truncatingIfNeeded: head >> 8) == UInt8(ascii: "P") {
            talker = UInt16(UInt8(ascii: "P")) << 8
            type = SentenceType(code: 0)
            fields = end..<end
            return
        }
        guard end >= Self.headCount, UInt8(truncatingIfNeeded: head >> 48) == UInt8(ascii: ",") else {
            throw .malformedAddress
        }
        // As it is read: the first character highest.
        let address = head.byteSwapped >> 16 & 0xFF_FFFF_FFFF
        guard address.isOfCapitalsAndDigits else { throw .malformedAddress }
        talker = UInt16(truncatingIfNeeded: address >> 24)
        type = SentenceType(code: UInt32(truncatingIfNeeded: address & 0xFF_FFFF))
        fields = unsafe Range(uncheckedBounds: (Self.headCount, end))
    }

    /// Mark, address and comma.
    private static let headCount = 7

    /// Whether the address is a manufacturer's own, which begins with `P`.
    package var isProprietary: Bool { type.code == 0 }

    /// Returns where the `*` is, or the end of the line where a sentence may do without, and the commas before it.
    @inline(__always)
    private static func body(
        of piece: Span<UInt8>,
        _ head: UInt64,
        count: Int,
        checksum rule: ChecksumRule
    ) throws(FrameError) -> (end: Int, commas: UInt64) {
        // Nearly every line ends like this, and to compare is quicker than to read.
        let likely = count &- (piece[count &- 1] == UInt8(ascii: "\r") ? 4 : 3)
        if likely >= headCount, piece[likely] == UInt8(ascii: "*") {
            let (checksum, commas) = piece.checksumAndCommas(over: headCount..<likely)
            let (high, low) = (checksum ^ head.addressChecksum).hexadecimalDigits
            if piece[likely &+ 1] == high, piece[likely &+ 2] == low { return (likely, commas) }
        }
        let end = try unlikelyEnd(of: piece, count: count, checksum: rule)
        return (end, end > headCount ? piece.checksumAndCommas(over: headCount..<end).commas : 0)
    }

    /// Looks for the `*` anywhere in the line.
    @inline(never)
    private static func unlikelyEnd(
        of piece: Span<UInt8>,
        count: Int,
        checksum rule: ChecksumRule
    ) throws(FrameError) -> Int {
        var star = count &- 3
        while star > 0 {
            if piece[star] == UInt8(ascii: "*"), let high = piece[star &+ 1].hexadecimalValue,
                let low = piece[star &+ 2].hexadecimalValue
            {
                guard rule == .ignored || piece.exclusiveOr(over: 1..<star) == high << 4 | low else {
                    throw .checksumMismatch
                }
                return star
            }
            star &-= 1
        }
        guard rule != .required else { throw .missingChecksum }
        var end = count
        while end > 1, piece[end &- 1] <= UInt8(ascii: " ") { end &-= 1 }
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
    /// Of the eight bytes that a sentence begins with, those from the address to its comma combined by exclusive or.
    @inline(__always)
    fileprivate var addressChecksum: UInt8 {
        var sum = self & 0x00FF_FFFF_FFFF_FF00
        sum ^= sum >> 32
        sum ^= sum >> 16
        return UInt8(truncatingIfNeeded: sum ^ sum >> 8)
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

    /// The two digits of the byte, letters as capitals.
    @inline(__always)
    fileprivate var hexadecimalDigits: (UInt8, UInt8) {
        func digit(_ value: UInt8) -> UInt8 {
            value &+ (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "A") &- 10)
        }
        return (digit(self >> 4), digit(self & 15))
    }
}

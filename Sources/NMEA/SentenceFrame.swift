/// The rule by which sentences are accepted or rejected by their checksum.
package enum ChecksumRule: Hashable, Sendable {
    /// A valid checksum is required; the default, because a line without one may have lost anything.
    case required

    /// A checksum may be wrong or missing.
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
    let key: SentenceKey

    /// The range of the fields, from after the comma behind the address to before the `*`.
    package let fields: Range<Int>

    /// The length of start character, address and comma.
    private static let headCount = 7

    /// Parses the frame of a sentence that fills `bytes`, and verifies its checksum.
    package init(_ bytes: Span<UInt8>, checksum rule: ChecksumRule = .required) throws(FrameError) {
        guard !bytes.isEmpty, bytes[0] == UInt8(ascii: "$") || bytes[0] == UInt8(ascii: "!") else {
            throw .notASentence
        }
        let end = try Self.end(of: bytes, checksum: rule)
        guard end >= 4 else { throw .malformedAddress }
        let isProprietary = bytes[1] == UInt8(ascii: "P")
        let comma = isProprietary ? bytes.firstIndex(of: UInt8(ascii: ","), in: 1..<end) : Self.headCount - 1
        guard isProprietary || end > comma && bytes[comma] == UInt8(ascii: ",") else {
            throw .malformedAddress
        }
        let address = bytes.extracting(1..<comma)
        var code: UInt64 = 0
        var isStandard = true
        for index in address.indices {
            isStandard = address[index].isCapitalOrDigit && isStandard
            code = code << 8 | UInt64(address[index])
        }
        guard isProprietary || isStandard else { throw .malformedAddress }
        key =
            isProprietary
            ? SentenceKey(talker: 0, type: SentenceType(code: code))
            : SentenceKey(
                talker: UInt16(truncatingIfNeeded: code >> 24),
                type: SentenceType(code: code & 0xFF_FFFF)
            )
        fields = min(comma + 1, end)..<end
    }

    /// Returns the index of the `*`, or the end of the text if checksums are ignored and it is missing.
    private static func end(of bytes: Span<UInt8>, checksum rule: ChecksumRule) throws(FrameError) -> Int {
        var star = bytes.count - 3
        while star > 0 {
            if bytes[star] == UInt8(ascii: "*"), let sum = bytes.hexadecimalByte(at: star + 1) {
                guard rule == .ignored || bytes.exclusiveOr(over: 1..<star) == sum else {
                    throw .checksumMismatch
                }
                return star
            }
            star -= 1
        }
        guard rule == .ignored else { throw .missingChecksum }
        var end = bytes.count
        while end > 1, bytes[end - 1] <= UInt8(ascii: " ") { end -= 1 }
        return end
    }
}

extension UInt8 {
    fileprivate var isCapitalOrDigit: Bool {
        UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self || UInt8(ascii: "0")...UInt8(ascii: "9") ~= self
    }
}

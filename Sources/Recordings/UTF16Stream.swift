/// Converts text in UTF-16 to UTF-8, a piece at a time.
///
/// Half of a surrogate pair becomes U+FFFD and is counted.
final class UTF16Stream {
    /// U+FFFD, which stands for a character that cannot be read.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private let isBigEndian: Bool

    /// The first byte of two, and the first half of a surrogate pair, while the others are still to come.
    private var firstByte: UInt8?
    private var firstHalf: UInt16?
    private(set) var unreadable = 0

    /// Creates a stream at the start of a text, after its byte order mark.
    init(_ order: ByteOrder) { isBigEndian = order.isBigEndian }

    /// Converts the next bytes; a character that they do not complete is kept for the next call.
    func utf8(of bytes: Span<UInt8>) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        for index in bytes.indices {
            guard let first = firstByte.take() else {
                firstByte = bytes[index]
                continue
            }
            let (high, low) = isBigEndian ? (first, bytes[index]) : (bytes[index], first)
            add(UInt16(high) << 8 | UInt16(low), to: &output)
        }
        return output
    }

    private func add(_ unit: UInt16, to output: inout [UInt8]) {
        var value = UInt32(unit)
        if let half = firstHalf.take() {
            if UTF16.isTrailSurrogate(unit) {
                value = 0x1_0000 + UInt32(half & 0x3FF) << 10 + UInt32(unit & 0x3FF)
            } else {
                output += replaced()
            }
        }
        if UTF16.isLeadSurrogate(unit) {
            firstHalf = unit
        } else if let character = Unicode.Scalar(value) {
            output += character.utf8
        } else {
            output += replaced()
        }
    }

    /// Ends the text; a character that it cuts is replaced too.
    func finish() -> [UInt8] {
        guard firstByte != nil || firstHalf != nil else { return [] }
        (firstByte, firstHalf) = (nil, nil)
        return replaced()
    }

    private func replaced() -> [UInt8] {
        unreadable += 1
        return Self.replacement
    }
}

extension UTF16Stream {
    struct ByteOrder {
        /// The number of first bytes that tell the order.
        static let bytesNeeded = 8

        /// Whether the high byte comes first.
        let isBigEndian: Bool

        /// The number of bytes of the byte order mark at the beginning; zero if there is none.
        let markLength: Int

        /// Detects the order by the first bytes of a text; `nil` if they are not UTF-16.
        init?(of beginning: [UInt8]) {
            // In UTF-32, two zeros follow the same mark.
            if beginning.starts(with: [0xFF, 0xFE]), !beginning.starts(with: [0xFF, 0xFE, 0, 0]) {
                (isBigEndian, markLength) = (false, 2)
                return
            }
            if beginning.starts(with: [0xFE, 0xFF]) {
                (isBigEndian, markLength) = (true, 2)
                return
            }
            // Without a mark, every other byte of ASCII text is zero.
            let zeros = beginning.prefix(Self.bytesNeeded).map { $0 == 0 }
            let isBig = [true, false, true, false, true, false, true, false]
            guard zeros == isBig || zeros == isBig.map({ !$0 }) else { return nil }
            (isBigEndian, markLength) = (zeros == isBig, 0)
        }
    }
}

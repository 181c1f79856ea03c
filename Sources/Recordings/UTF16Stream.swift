/// Converts text in UTF-16 to UTF-8, a piece at a time; passes on other text.
///
/// Half of a surrogate pair becomes U+FFFD and is counted.
final class UTF16Stream {
    /// U+FFFD, which stands for a character that cannot be read.
    private static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    /// The number of first bytes that tell the encoding.
    private static let bytesNeeded = 8

    private enum Encoding {
        /// The first bytes, which are too few to tell.
        case undecided([UInt8])
        case utf16(isBigEndian: Bool)
        case other
    }

    private var encoding = Encoding.undecided([])

    /// The first byte of two, and the first half of a surrogate pair, while the others are still to come.
    private var firstByte: UInt8?
    private var firstHalf: UInt16?
    private(set) var unreadable = 0

    var isUTF16: Bool { if case .utf16 = encoding { true } else { false } }

    /// Converts the next bytes; a character that they do not complete is kept for the next call.
    func decode(
        _ bytes: Span<UInt8>,
        _ emit: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) {
        switch encoding {
        case .undecided(var first):
            for index in bytes.indices { first.append(bytes[index]) }
            encoding = .undecided(first)
            if first.count >= Self.bytesNeeded { try decide(first, emit) }
        case .utf16(let isBigEndian):
            let text = utf8(of: bytes, isBigEndian: isBigEndian)
            try emit(text.span)
        case .other: try emit(bytes)
        }
    }

    /// Ends the text; a character that it cuts is replaced too.
    func finish(_ emit: (Span<UInt8>) throws(RecordingProblem) -> Void) throws(RecordingProblem) {
        if case .undecided(let first) = encoding { try decide(first, emit) }
        guard firstByte != nil || firstHalf != nil else { return }
        (firstByte, firstHalf) = (nil, nil)
        let last = replaced()
        try emit(last.span)
    }

    private func decide(
        _ first: [UInt8],
        _ emit: (Span<UInt8>) throws(RecordingProblem) -> Void
    ) throws(RecordingProblem) {
        guard let order = Self.byteOrder(of: first) else {
            encoding = .other
            return try emit(first.span)
        }
        encoding = .utf16(isBigEndian: order.isBigEndian)
        let text = utf8(of: first.span.extracting(order.markLength...), isBigEndian: order.isBigEndian)
        try emit(text.span)
    }

    /// Returns the order of the bytes and the length of their mark; `nil` if they are not UTF-16.
    private static func byteOrder(of first: [UInt8]) -> (isBigEndian: Bool, markLength: Int)? {
        if first.starts(with: [0xFE, 0xFF]) { return (true, 2) }
        // In UTF-32, two zeros follow the same mark.
        if first.starts(with: [0xFF, 0xFE]), !first.starts(with: [0xFF, 0xFE, 0, 0]) { return (false, 2) }
        // Without a mark, every other byte of ASCII text is zero.
        let zeros = first.prefix(bytesNeeded).map { $0 == 0 }
        let isBig = [true, false, true, false, true, false, true, false]
        guard zeros == isBig || zeros == isBig.map({ !$0 }) else { return nil }
        return (zeros == isBig, 0)
    }

    private func utf8(of bytes: Span<UInt8>, isBigEndian: Bool) -> [UInt8] {
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

    private func replaced() -> [UInt8] {
        unreadable += 1
        return Self.replacement
    }
}

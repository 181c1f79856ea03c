/// Converts text in UTF-16 to UTF-8, a piece at a time; passes on other text unchanged.
///
/// Half of a surrogate pair becomes U+FFFD and is counted.
struct UTF16Stream {
    /// The number of first bytes that show the encoding.
    private static let bytesNeeded = 8

    private enum Encoding {
        case undecided
        case utf16(isBigEndian: Bool)
        case other
    }

    private var encoding = Encoding.undecided

    /// The first bytes, too few to show the encoding, or the first bytes of an incomplete character.
    private var carried: [UInt8] = []
    private(set) var unreadable = 0

    var isUTF16: Bool { if case .utf16 = encoding { true } else { false } }

    /// Returns the next text; an incomplete character is kept for the next call.
    mutating func utf8(of bytes: [UInt8]) -> [UInt8] {
        switch encoding {
        case .undecided:
            carried += bytes
            return carried.count >= Self.bytesNeeded ? decide() : []
        case .utf16(let isBigEndian): return utf8(of: bytes, isBigEndian: isBigEndian)
        case .other: return bytes
        }
    }

    /// Ends the text, and returns its rest; an incomplete character is replaced.
    mutating func finish() -> [UInt8] {
        let rest = if case .undecided = encoding { decide() } else { [UInt8]() }
        guard !carried.isEmpty else { return rest }
        carried = []
        unreadable += 1
        return rest + "\u{FFFD}".utf8
    }

    private mutating func decide() -> [UInt8] {
        let first = carried
        carried = []
        guard let order = Self.byteOrder(of: first) else {
            encoding = .other
            return first
        }
        encoding = .utf16(isBigEndian: order.isBigEndian)
        return utf8(of: Array(first.dropFirst(order.markLength)), isBigEndian: order.isBigEndian)
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

    private mutating func utf8(of bytes: [UInt8], isBigEndian: Bool) -> [UInt8] {
        let bytes = carried + bytes
        var units = stride(from: 0, to: bytes.count - 1, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        if let last = units.last, UTF16.isLeadSurrogate(last) { units.removeLast() }
        carried = Array(bytes[(2 * units.count)...])
        let text = String(decoding: units, as: UTF16.self)
        unreadable += text.unicodeScalars.count { $0 == "\u{FFFD}" } - units.count { $0 == 0xFFFD }
        return Array(text.utf8)
    }
}

/// The key of a sentence within a receiver's cycle: its talker and type.
struct SentenceKey: Hashable, Sendable {
    private let code: UInt64

    init(_ frame: SentenceFrame) { code = frame.address }

    /// Creates the key of a proprietary sentence from an arbitrary number.
    init(proprietary number: UInt8) { code = UInt64(UInt8(ascii: "P")) << 40 | UInt64(number) }

    fileprivate init() { code = 0 }

    var talker: UInt16 { UInt16(truncatingIfNeeded: code >> 24) }
}

/// A small set of keys, stored inline.
///
/// Its capacity covers the timed sentences of any receiver's cycle. Further keys are ignored.
struct SentenceKeySet: Sendable {
    private var keys: [12 of SentenceKey] = .init(repeating: SentenceKey())
    private var count = 0

    /// Whether `key` is in the set.
    ///
    /// It is `mutating` only to avoid a copy of the set.
    mutating func contains(_ key: SentenceKey) -> Bool {
        let known = keys.span
        for index in 0..<count where known[index] == key { return true }
        return false
    }

    mutating func insert(_ key: SentenceKey) {
        guard count < 12 else { return }
        for index in 0..<count where keys[index] == key { return }
        keys[count] = key
        count += 1
    }

    mutating func removeAll() { count = 0 }
}

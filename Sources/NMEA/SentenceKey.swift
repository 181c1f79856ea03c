/// What tells one sentence of a receiver's cycle from the others: its talker and its type.
struct SentenceKey: Hashable, Sendable {
    private let code: UInt64

    /// Creates the key of a framed sentence.
    init(_ frame: SentenceFrame) { code = frame.address }

    /// Creates the key of a maker's own sentence from a number of ours.
    init(proprietary number: UInt8) { code = UInt64(UInt8(ascii: "P")) << 40 | UInt64(number) }

    fileprivate init() { code = 0 }
}

/// A small set of keys, kept in place.
///
/// Holds as many as any receiver sends with a time in one cycle; more than that are not remembered.
struct SentenceKeySet: Sendable {
    private var keys: [12 of SentenceKey] = .init(repeating: SentenceKey())
    private var count = 0

    /// Tells whether `key` has been inserted.
    ///
    /// It changes nothing; but otherwise it would be given a copy of all.
    @inline(never)
    mutating func contains(_ key: SentenceKey) -> Bool {
        let known = keys.span
        for index in 0..<count where known[index] == key { return true }
        return false
    }

    /// Adds `key` unless it is there already.
    @inline(__always)
    mutating func insert(_ key: SentenceKey) {
        guard count < 12 else { return }
        for index in 0..<count where keys[index] == key { return }
        keys[count] = key
        count += 1
    }

    /// Forgets all keys.
    mutating func removeAll() { count = 0 }
}

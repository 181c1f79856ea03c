/// The address of a sentence, by which its place in a receiver's cycle is known.
struct SentenceKey: Hashable, Sendable {
    /// The two letters of the talker; zero for a proprietary sentence.
    let talker: UInt16
    let type: SentenceType

    var isProprietary: Bool { talker == 0 }
}

/// The type of a sentence: the three letters such as `GGA`, or the whole address of a proprietary one such as `PUBX`.
struct SentenceType: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The characters, the first one highest.
    let code: UInt64

    init(code: UInt64) { self.code = code }

    init(stringLiteral name: StaticString) {
        var code: UInt64 = 0
        for index in 0..<name.utf8CodeUnitCount { code = unsafe code << 8 | UInt64(name.utf8Start[index]) }
        self.code = code
    }
}

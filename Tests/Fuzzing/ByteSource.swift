import LocationModel

/// The fuzzer's bytes as a sequence of choices, followed by zeros without end.
struct ByteSource {
    private var bytes: ArraySlice<UInt8>
    private var count: UInt64 = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func flag() -> Bool { byte() & 1 != 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// Draws a duration from zero to half a year, most often a short one.
    mutating func duration() -> Duration {
        let digits = Int(byte())
        return .nanoseconds(digits << (2 * number(below: 24)))
    }

    mutating func utc() -> UTCInstant { UTCInstant(nanosecondsSince1970: Int64(bitPattern: word())) }

    mutating func utc(near now: UTCInstant) -> UTCInstant {
        switch number(below: 8) {
        case 0: utc()
        case 1...3: now.advanced(by: .zero - duration())
        default: now.advanced(by: duration())
        }
    }
}

extension ByteSource: RandomNumberGenerator {
    /// Returns a number for each byte, and others without end behind the last one.
    mutating func next() -> UInt64 {
        count += 1
        return (bytes.popFirst().map(UInt64.init) ?? count) &* 0x9E37_79B9_7F4A_7C15
    }
}

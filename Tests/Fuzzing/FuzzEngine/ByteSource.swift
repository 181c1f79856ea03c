import LocationModel

/// The fuzzer's bytes, drawn one after another as choices; zeros for ever once they are used up.
struct ByteSource {
    private var bytes: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

    var isEmpty: Bool { bytes.isEmpty }

    mutating func byte() -> UInt8 { bytes.popFirst() ?? 0 }

    /// Draws a number below `limit`.
    mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    mutating func flag() -> Bool { byte() & 1 != 0 }

    mutating func pick<Element>(_ elements: [Element]) -> Element { elements[number(below: elements.count)] }

    mutating func word() -> UInt64 {
        var word: UInt64 = 0
        for _ in 0..<8 { word = word << 8 | UInt64(byte()) }
        return word
    }

    /// Draws a time from nothing to half a year, most of them short.
    mutating func duration() -> Duration {
        let digits = Int(byte())
        return .nanoseconds(digits << (2 * number(below: 24)))
    }

    /// Draws any time on the wall clock that can be written down.
    mutating func utc() -> UTCInstant { UTCInstant(nanosecondsSince1970: Int64(bitPattern: word())) }

    /// Draws a time near `now` or any at all.
    mutating func utc(near now: UTCInstant) -> UTCInstant {
        switch number(below: 8) {
        case 0: utc()
        case 1...3: now.advanced(by: .zero - duration())
        default: now.advanced(by: duration())
        }
    }
}

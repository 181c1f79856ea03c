/// A decimal number, exactly as written.
struct FixedPoint: Hashable {
    /// All digits as one number, 18 at most and negative in a negative number, and those before the point, without sign.
    var digits: Int64 = 0
    var whole: Int64 = 0
    var integerDigits = 0
    var scale = 0

    var isNegative: Bool { digits < 0 }

    /// The nearest `Double`.
    ///
    /// Dividing two exactly representable numbers rounds only once; this holds for up to 15 digits.
    var value: Double { Double(digits) / Double(Self.powersOfTen[scale]) }

    static let powersOfTen: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]

    /// Parses the number at the start of a text and tells its length: an optional sign, and digits with at most one point.
    ///
    /// Decimals behind the 18th digit are cut off; more than 18 digits before the point are no number.
    @inline(__always)
    init?(_ text: Span<UInt8>, length: inout Int) {
        let start = !text.isEmpty && (text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+")) ? 1 : 0
        length = start
        integerDigits = Self.readDigits(of: text, from: &length, to: &digits)
        whole = digits
        if length < text.count, text[length] == UInt8(ascii: ".") {
            length &+= 1
            scale = Self.readDigits(of: text, from: &length, to: &digits)
        }
        let excess = integerDigits &+ scale &- 18
        guard excess <= 0 else {
            // The digits have overflowed, and are read again without the excess.
            let kept = text.extracting(0..<(length &- excess))
            guard excess <= scale, let number = FixedPoint(kept) else { return nil }
            self = number
            return
        }
        guard excess > -18 else { return nil }
        if start > 0, text[0] == UInt8(ascii: "-") { digits = -digits }
    }

    @inline(never)
    private init?(_ text: Span<UInt8>) {
        var length = 0
        self.init(text, length: &length)
    }

    @inline(__always)
    private static func readDigits(of text: Span<UInt8>, from index: inout Int, to sum: inout Int64) -> Int {
        let start = index
        while index < text.count {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            sum = sum &* 10 &+ Int64(digit)
            index &+= 1
        }
        return index &- start
    }
}

/// A decimal number, exactly as written.
struct FixedPoint: Hashable {
    /// The digits before the point and those behind it, 18 at most together; both are negative in a negative number.
    var whole: Int64 = 0
    var fraction: Int64 = 0
    var integerDigits = 0
    var scale = 0

    var isNegative: Bool { whole < 0 || fraction < 0 }

    /// The nearest `Double`.
    ///
    /// Dividing two exactly representable numbers rounds only once; this holds for up to 15 digits.
    var value: Double { Double(whole &* Self.power(scale) &+ fraction) / Double(Self.power(scale)) }

    /// Returns ten to the power of `exponent`, which must be in `0...18`.
    static func power(_ exponent: Int) -> Int64 { powers[exponent] }

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]

    /// Parses the number at the start of a text and tells its length: an optional sign, and digits with at most one point.
    ///
    /// Decimals behind the 18th digit are cut off; before the point, a 19th digit ends the number.
    @inline(__always)
    init?(_ text: Span<UInt8>, length: inout Int) {
        let sign = text.isEmpty ? 0 : text[0]
        length = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? 1 : 0
        integerDigits = Self.readDigits(of: text, from: &length, atMost: 18, to: &whole)
        if length < text.count, text[length] == UInt8(ascii: ".") {
            length &+= 1
            scale = Self.readDigits(of: text, from: &length, atMost: 18 &- integerDigits, to: &fraction)
            while length < text.count, text[length] &- UInt8(ascii: "0") < 10 { length &+= 1 }
        }
        guard integerDigits &+ scale > 0 else { return nil }
        if sign == UInt8(ascii: "-") { (whole, fraction) = (-whole, -fraction) }
    }

    @inline(__always)
    private static func readDigits(
        of text: Span<UInt8>,
        from index: inout Int,
        atMost limit: Int,
        to number: inout Int64
    ) -> Int {
        let start = index
        let end = min(text.count, start &+ limit)
        while index < end {
            let digit = text[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ Int64(digit)
            index &+= 1
        }
        return index &- start
    }
}

/// A decimal number, exactly as written.
struct FixedPoint: Hashable {
    /// All digits as one integer, of at most 18 digits.
    var mantissa: Int64
    var scale: Int
    var integerDigits: Int

    /// The nearest `Double`.
    ///
    /// Dividing two exactly representable numbers rounds only once; this holds for up to 15 digits.
    var value: Double { Double(mantissa) / Double(Self.power(scale)) }

    /// The integer part, rounded towards zero.
    var whole: Int64 { scale == 0 ? mantissa : mantissa / Self.power(scale) }

    /// The decimals, as an integer of ``scale`` digits.
    var fraction: Int64 { mantissa &- whole &* Self.power(scale) }

    /// Returns ten to the power of `exponent`, which must be in `0...18`.
    static func power(_ exponent: Int) -> Int64 { powers[exponent] }

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]

    /// Parses a whole field: an optional sign, and digits with at most one point.
    ///
    /// Decimals behind the 18th digit are cut off. A number with more digits before its point is `nil`; no receiver
    /// writes as many.
    init?(_ field: Span<UInt8>) {
        (mantissa, scale, integerDigits) = (0, 0, 0)
        var index = 0
        let sign = field.isEmpty ? 0 : field[0]
        let isNegative = sign == UInt8(ascii: "-")
        if isNegative || sign == UInt8(ascii: "+") { index = 1 }
        integerDigits = appendDigits(of: field, from: &index, atMost: 18)
        if index < field.count, field[index] == UInt8(ascii: ".") {
            index &+= 1
            scale = appendDigits(of: field, from: &index, atMost: 18 &- integerDigits)
            while index < field.count, field[index] &- UInt8(ascii: "0") < 10 { index &+= 1 }
        }
        guard index == field.count, integerDigits &+ scale > 0 else { return nil }
        if isNegative { mantissa = -mantissa }
    }

    @inline(__always)
    private mutating func appendDigits(of field: Span<UInt8>, from index: inout Int, atMost limit: Int) -> Int
    {
        let start = index
        var next = start
        let end = min(field.count, start &+ limit)
        var number = mantissa
        while next < end {
            let digit = field[next] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            number = number &* 10 &+ Int64(digit)
            next &+= 1
        }
        mantissa = number
        index = next
        return next &- start
    }
}

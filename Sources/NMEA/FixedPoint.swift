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
}

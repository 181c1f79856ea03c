/// A decimal number exactly as it was written.
struct FixedPoint: Hashable {
    /// All digits as one integer, of at most 18 digits.
    var mantissa: Int64

    /// How many of the digits stand behind the point.
    var scale: Int

    /// How many digits stand before the point.
    var integerDigits: Int

    /// The nearest `Double`.
    ///
    /// One division of two exactly representable numbers rounds once; that holds up to 15 digits.
    @inline(__always)
    var value: Double { Double(mantissa) / Self.exactPower(scale) }

    /// The digits before the point as an integer, towards zero.
    @inline(__always)
    var whole: Int64 { scale == 0 ? mantissa : mantissa / Self.power(scale) }

    /// The digits behind the point as an integer of ``scale`` digits.
    @inline(__always)
    var fraction: Int64 { mantissa &- whole &* Self.power(scale) }

    /// Returns ten to the power of `exponent`, which is in `0...18`.
    @inline(__always)
    static func power(_ exponent: Int) -> Int64 { powers[exponent] }

    /// Returns ten to the power of `exponent`, which is in `0...18`, and exact.
    @inline(__always)
    static func exactPower(_ exponent: Int) -> Double { exactPowers[exponent] }

    private static let exactPowers: [19 of Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    ]

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]
}

/// A decimal number exactly as it was written.
struct FixedPoint: Hashable {
    /// All digits as one integer, of at most 18 digits.
    let mantissa: Int64

    /// How many of the digits stand behind the point.
    let scale: Int

    /// How many digits stand before the point.
    let integerDigits: Int

    /// The nearest `Double`.
    ///
    /// One division of two exactly representable numbers rounds once; that holds up to 15 digits.
    var value: Double { Double(mantissa) / Self.power(scale) }

    /// The digits before the point, as an integer towards zero.
    var whole: Int64 { mantissa / Self.integerPower(scale) }

    /// The digits behind the point in billionths.
    var billionths: Int64 {
        let fraction = mantissa % Self.integerPower(scale)
        return scale <= 9
            ? fraction * Self.integerPower(9 - scale) : fraction / Self.integerPower(scale - 9)
    }

    /// Returns ten to the power of `exponent`, which is in `0...18`.
    static func power(_ exponent: Int) -> Double { Double(integerPower(exponent)) }

    /// Returns ten to the power of `exponent`, which is in `0...18`.
    @inline(__always)
    static func integerPower(_ exponent: Int) -> Int64 { powers[exponent] }

    private static let powers: [19 of Int64] = [
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000,
        1_000_000_000_000_000, 10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000,
    ]
}

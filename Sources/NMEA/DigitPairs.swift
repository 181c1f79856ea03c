/// A number split into up to three pairs of digits and a fraction, the form of times, dates and angles.
///
///     hhmmss.ss   ddmmyy   ddmm.mmmm   dddmm.mmmm
struct DigitPairs: Hashable {
    /// The integer digits except the last four.
    var first: Int64

    /// The two digits before the last two integer digits.
    var second: Int64

    /// The last two integer digits.
    var third: Int64

    /// The decimals, as an integer.
    var fraction: Int64

    /// The number of decimals.
    var scale: Int

    /// The number of integer digits.
    var integerDigits: Int

    /// Whether the number, and with it every part, is negative.
    var isNegative = false
}

extension DigitPairs {
    /// Splits a parsed number.
    init(_ number: FixedPoint) {
        let whole = number.whole
        first = whole / 10_000
        second = whole / 100 % 100
        third = whole % 100
        fraction = number.fraction
        scale = number.scale
        integerDigits = number.integerDigits
        isNegative = number.mantissa < 0
    }

    /// The decimals in billionths.
    @inline(__always)
    var billionths: Int64 {
        scale <= 9 ? fraction &* FixedPoint.power(9 &- scale) : fraction / FixedPoint.power(scale &- 9)
    }
}

extension Span<UInt8> {
    /// Parses `field` if it has `integerDigits` integer digits, at most six, and either no point or one to seven
    /// decimals.
    ///
    /// Returns `nil` for any other form, and for a field too near the start of the bytes. Nearly all receivers write
    /// this form, in which the position of the point is known.
    @inline(__always)
    func digitPairs(in field: Range<Int>, integerDigits: Int) -> DigitPairs? {
        let point = field.lowerBound &+ integerDigits
        let scale = field.upperBound &- point &- 1
        guard field.lowerBound >= 7, field.upperBound <= count, -1...7 ~= scale else { return nil }
        let whole = word(at: point &- 8).lastDigits(integerDigits)
        guard whole.bytesAboveNine == 0 else { return nil }
        var fraction: Int64 = 0
        if scale > 0 {
            let digits = word(at: field.upperBound &- 8).lastDigits(scale)
            guard unsafe self[unchecked: point] == UInt8(ascii: ".") else { return nil }
            // Most times are whole seconds.
            if digits != 0 {
                guard digits.bytesAboveNine == 0 else { return nil }
                fraction = digits.joinedDigits
            }
        } else if scale == 0 {
            return nil
        }
        let pairs = whole.joinedPairs
        return DigitPairs(
            first: Int64(truncatingIfNeeded: pairs >> 16 & 0xFF),
            second: Int64(truncatingIfNeeded: pairs >> 32 & 0xFF),
            third: Int64(truncatingIfNeeded: pairs >> 48 & 0xFF),
            fraction: fraction,
            scale: Swift.max(scale, 0),
            integerDigits: integerDigits
        )
    }
}

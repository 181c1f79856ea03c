/// A number of up to three pairs of digits and a fraction, as times, dates and angles are written.
///
///     hhmmss.ss   ddmmyy   ddmm.mmmm   dddmm.mmmm
struct DigitPairs: Hashable {
    /// All but the last four digits before the point.
    var first: Int64

    /// The two digits before the last two.
    var second: Int64

    /// The last two digits before the point.
    var third: Int64

    /// The digits behind the point as an integer.
    var fraction: Int64

    /// How many digits stand behind the point.
    var scale: Int

    /// How many digits stand before the point.
    var integerDigits: Int

    /// Whether the number is less than zero, and its parts with it.
    var isNegative = false
}

extension DigitPairs {
    /// Takes apart a number that was read whole.
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

    /// The digits behind the point in billionths.
    @inline(__always)
    var billionths: Int64 {
        scale <= 9 ? fraction &* FixedPoint.power(9 &- scale) : fraction / FixedPoint.power(scale &- 9)
    }
}

extension Span<UInt8> {
    /// Returns the number that fills `field` if it has `integerDigits`, at most six, and none or one to seven behind a
    /// point; `nil` for any other form, or at the beginning of the bytes.
    ///
    /// That is the form that nearly all receivers write, and the place of the point is known in it.
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
            // Most times are those of whole seconds.
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

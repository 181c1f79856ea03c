// Numbers are half of all bytes. A loop over digits mispredicts the branches at each point and field end, so digits are
// parsed eight at a time, right-aligned, where leading zeros do no harm.

extension Span<UInt8> {
    /// Parses a decimal number of at most eight characters that fills `field`; `nil` if it is longer, malformed, or too
    /// near the start of the bytes.
    @inline(__always)
    func shortDecimal(in field: Range<Int>) -> FixedPoint? {
        guard field.lowerBound >= 7, field.upperBound <= count else { return nil }
        var length = field.upperBound &- field.lowerBound
        guard 1...8 ~= length else { return nil }
        var digits = word(at: field.upperBound &- 8).lastDigits(length)
        var others = digits.bytesAboveNine
        guard others != 0 else {
            return FixedPoint(mantissa: digits.joinedDigits, scale: 0, integerDigits: length)
        }
        var isNegative = false
        if unsafe self[unchecked: field.lowerBound] == UInt8(ascii: "-") {
            isNegative = true
            length &-= 1
            digits &= ~(others &- 1 ^ others)
            others &= others &- 1
            if others == 0, length > 0 {
                return FixedPoint(mantissa: 0 &- digits.joinedDigits, scale: 0, integerDigits: length)
            }
        }
        let place = others.trailingZeroBitCount & 0x38
        // There must be exactly one point, and at least one digit.
        guard others & (others &- 1) == 0, length > 1,
            UInt8(truncatingIfNeeded: digits &>> UInt64(place)) == UInt8(ascii: ".") ^ UInt8(ascii: "0")
        else { return nil }
        let below: UInt64 = (1 &<< UInt64(place)) &- 1
        digits = (digits & below) << 8 | digits & ~(below << 8 | 0xFF)
        let scale = 7 &- place >> 3
        let mantissa = digits.joinedDigits
        return FixedPoint(
            mantissa: isNegative ? 0 &- mantissa : mantissa,
            scale: scale,
            integerDigits: length &- scale &- 1
        )
    }

    /// Parses the decimal number that fills the non-empty `field` as the nearest `Double`, or returns `nil`.
    @inline(always)
    func double(in field: Range<Int>) -> Double? { usualDouble(in: field) ?? anyDouble(in: field) }

    /// Parses `field` if it consists of one to seven digits and a point; `nil` for any other form, and for a field too
    /// near the end of the bytes.
    @inline(always)
    func usualDouble(in field: Range<Int>) -> Double? {
        let length = field.upperBound &- field.lowerBound
        guard 2...8 ~= length, hasBytes(8, at: field.lowerBound) else { return nil }
        let characters = word(at: field.lowerBound).firstDigits(length)
        // No digit has this bit. The lowest such bit belongs to the point, which becomes a zero.
        let candidates = characters & 0x1010_1010_1010_1010
        let bit = candidates & (0 &- candidates)
        let digits = characters ^ (bit << 1 &- bit >> 3)
        let place = bit << 4 &- bit >> 4
        guard digits.bytesAboveNine | digits & place == 0, bit != 0 else { return nil }
        // Close the gap of the point: move the integer digits next to the decimals.
        let before = digits & (bit >> 4 &- 1)
        let mantissa = (digits &+ before << 8 &- before).joinedDigits
        return Double(mantissa) / FixedPoint.exactPower(7 &- bit.trailingZeroBitCount >> 3)
    }

    /// Parses the decimal number that fills `field`, in any form.
    @inline(never)
    private func anyDouble(in field: Range<Int>) -> Double? {
        (shortDecimal(in: field) ?? decimal(in: field))?.value
    }

    /// Parses the one or two digits that fill `field`; `nil` if it is longer or not a number.
    @inline(__always)
    func smallInteger(in field: Range<Int>) -> Int64? {
        let length = field.upperBound &- field.lowerBound
        guard 1...2 ~= length else { return nil }
        let first = self[field.lowerBound] &- UInt8(ascii: "0")
        guard first < 10 else { return nil }
        guard length == 2 else { return Int64(first) }
        let second = self[field.lowerBound &+ 1] &- UInt8(ascii: "0")
        return second < 10 ? Int64(first &* 10 &+ second) : nil
    }

    /// Parses the decimal number of at most 18 digits that fills `field`, or returns `nil`.
    @inline(never)
    func decimal(in field: Range<Int>) -> FixedPoint? {
        guard !field.isEmpty else { return nil }
        let isNegative = self[field.lowerBound] == UInt8(ascii: "-")
        let isSigned = isNegative || self[field.lowerBound] == UInt8(ascii: "+")
        var mantissa: Int64 = 0
        var digits = 0
        var integerDigits: Int?
        for index in field.dropFirst(isSigned ? 1 : 0) {
            let digit = self[index] &- UInt8(ascii: "0")
            if digit < 10, digits < 18 {
                mantissa = mantissa &* 10 &+ Int64(digit)
                digits += 1
            } else if self[index] == UInt8(ascii: "."), integerDigits == nil {
                integerDigits = digits
            } else {
                return nil
            }
        }
        guard digits > 0 else { return nil }
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: digits - (integerDigits ?? digits),
            integerDigits: integerDigits ?? digits
        )
    }
}

// Eight characters, the first in the lowest byte.
extension UInt64 {
    /// The last `count` characters (one to eight) as digit values, with zeros before them.
    @inline(__always)
    func lastDigits(_ count: Int) -> UInt64 {
        (self ^ 0x3030_3030_3030_3030) & (.max &<< UInt64(truncatingIfNeeded: 64 &- count &* 8))
    }

    /// The first `count` characters (one to eight) as digit values, moved to the end, with zeros before them.
    @inline(__always)
    func firstDigits(_ count: Int) -> UInt64 {
        (self ^ 0x3030_3030_3030_3030) &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)
    }

    /// The top bit of each byte that is not a digit value.
    @inline(__always)
    var bytesAboveNine: UInt64 {
        let top: UInt64 = 0x8080_8080_8080_8080
        return ((self & ~top) &+ 0x7676_7676_7676_7676 | self) & top
    }

    /// In every second byte, from the lowest on: the number formed by that digit and the next.
    @inline(__always)
    var joinedPairs: UInt64 { self &* 10 &+ (self >> 8) }

    /// The number formed by eight digit values.
    @inline(__always)
    var joinedDigits: Int64 {
        // Digits make pairs, pairs make groups of four, and two of these make the number.
        let pairs = joinedPairs
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ (1_000_000 << 32))
        let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* (1 &+ (10_000 << 32))
        return Int64(truncatingIfNeeded: (first &+ second) >> 32)
    }
}

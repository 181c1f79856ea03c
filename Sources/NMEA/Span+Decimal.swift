// Numbers are half of all bytes. Digit by digit, the processor would guess wrongly where each of them has its point
// and its end; so they are taken eight digits at a time, from the last one back, where leading zeros do no harm.

extension Span<UInt8> {
    /// Returns the decimal number that fills `field`, if it has at most eight digits before its point and seven behind
    /// it; `nil` when it is longer or none, or stands at the beginning of the bytes.
    @inline(__always)
    func shortDecimal(in field: Range<Int>) -> FixedPoint? {
        guard field.lowerBound >= 7, field.upperBound <= count, !field.isEmpty else { return nil }
        let isNegative = unsafe self[unchecked: field.lowerBound] == UInt8(ascii: "-")
        let length = isNegative ? field.count &- 1 : field.count
        let last = word(at: field.upperBound &- 8).lastDigits(length)
        let others = last.bytesAboveNine
        var number = FixedPoint(mantissa: 0, scale: 0, integerDigits: length)
        if others == 0 {
            guard 1...8 ~= length else { return nil }
            number.mantissa = last.joinedDigits
        } else {
            // A one in the byte of the point, of which there is only one.
            let point = others >> 7
            let (below, above) = (point &- 1, ~((point << 8) &- 1))
            number.scale = 7 &- point.trailingZeroBitCount / 8
            number.integerDigits = length &- number.scale &- 1
            guard last & ~(below | above) == point &* UInt64(UInt8(ascii: ".") ^ UInt8(ascii: "0")),
                length > 1
            else { return nil }
            if length <= 8 {
                number.mantissa = ((last & below) << 8 | last & above).joinedDigits
            } else {
                let end = field.upperBound &- number.scale &- 1
                guard 1...8 ~= number.integerDigits, end >= 8 else { return nil }
                let whole = word(at: end &- 8).lastDigits(number.integerDigits)
                guard whole.bytesAboveNine == 0 else { return nil }
                number.mantissa =
                    whole.joinedDigits &* FixedPoint.power(number.scale) &+ (last & above).joinedDigits
            }
        }
        if isNegative { number.mantissa = 0 &- number.mantissa }
        return number
    }

    /// Returns the number of at most two digits that fills `field`; `nil` when it is longer or none.
    @inline(__always)
    func smallInteger(in field: Range<Int>) -> Int64? {
        guard field.count <= 2 else { return nil }
        var number: Int64 = 0
        for index in field {
            let digit = self[index] &- UInt8(ascii: "0")
            guard digit < 10 else { return nil }
            number = number &* 10 &+ Int64(digit)
        }
        return number
    }

    /// Returns the decimal number that fills `field`, of at most 18 digits; `nil` when there is none.
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

// Eight characters, the first of them in the lowest byte.
extension UInt64 {
    /// The values of the last `count` characters, at least one, if they are digits; zeros before them.
    @inline(__always)
    fileprivate func lastDigits(_ count: Int) -> UInt64 {
        let values = self ^ 0x3030_3030_3030_3030
        return count < 8 ? values & (.max &<< UInt64(truncatingIfNeeded: 64 &- count &* 8)) : values
    }

    /// The top bit of each byte that is none of the values of digits.
    @inline(__always)
    fileprivate var bytesAboveNine: UInt64 {
        let top: UInt64 = 0x8080_8080_8080_8080
        return ((self & ~top) &+ 0x7676_7676_7676_7676 | self) & top
    }

    /// The number that eight values of digits make.
    @inline(__always)
    fileprivate var joinedDigits: Int64 {
        // Neighbours make pairs, pairs make fours, and fours make the eight.
        let pairs = self &* 10 &+ (self >> 8)
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ (1_000_000 << 32))
        let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* (1 &+ (10_000 << 32))
        return Int64(truncatingIfNeeded: (first &+ second) >> 32)
    }
}

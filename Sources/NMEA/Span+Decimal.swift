extension Span<UInt8> {
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

    /// Parses the decimal number of at most 18 digits that fills `field`, or returns `nil`.
    @inline(never)
    func decimal(in field: Range<Int>) -> FixedPoint? {
        guard !field.isEmpty, field.upperBound <= count else { return nil }
        let isNegative = self[field.lowerBound] == UInt8(ascii: "-")
        let isSigned = isNegative || self[field.lowerBound] == UInt8(ascii: "+")
        let start = field.lowerBound &+ (isSigned ? 1 : 0)
        let end = field.upperBound
        var point = end
        var mantissa: Int64 = 0
        var index = start
        while index < end {
            let character = unsafe self[unchecked: index]
            let digit = character &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ Int64(digit)
            } else if character == UInt8(ascii: "."), point == end {
                point = index
            } else {
                return nil
            }
            index &+= 1
        }
        let scale = Swift.max(0, end &- point &- 1)
        guard 1...18 ~= point &- start &+ scale else { return nil }
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: scale,
            integerDigits: point &- start
        )
    }
}

// Eight characters, the first in the lowest byte.
extension UInt64 {
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

    /// The number formed by eight digit values.
    @inline(__always)
    var joinedDigits: Int64 {
        // Digits make pairs, pairs make groups of four, and two of these make the number.
        let pairs = self &* 10 &+ (self >> 8)
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ (1_000_000 << 32))
        let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* (1 &+ (10_000 << 32))
        return Int64(truncatingIfNeeded: (first &+ second) >> 32)
    }
}

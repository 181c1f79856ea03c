import CLanes

// Numbers are a third of all bytes, and their lengths change from field to field: digit by digit, the processor
// would guess wrongly where each of them ends. So the end is computed, and all digits are taken at once.

extension Span<UInt8> {
    /// Returns the decimal number at `index`, with at most eight digits on either side of its point, and the index
    /// behind it; `nil` when there is none, it is longer, or too near the end of the bytes to be read at once.
    @inline(__always)
    func shortDecimal(at index: Int) -> (number: FixedPoint, end: Int)? {
        // With a sign, eight digits and a point, the last load begins 10 bytes from here and takes eight.
        guard hasLanes(at: index, further: 2) else { return nil }
        let isNegative = unsafe self[unchecked: index] == UInt8(ascii: "-")
        let start = isNegative ? index &+ 1 : index
        // The bit above all lanes ends what goes on behind them.
        let others = lanes_no_digit(lanes(at: start)) | 1 << 16
        let integerDigits = others.trailingZeroBitCount
        guard integerDigits <= 8 else { return nil }
        var end = start &+ integerDigits
        var scale = 0
        if unsafe self[unchecked: end] == UInt8(ascii: ".") {
            let digits = (others & (others &- 1) | 1 << 16).trailingZeroBitCount
            end = start &+ digits
            scale = digits &- integerDigits &- 1
        }
        guard scale <= 8, integerDigits | scale != 0 else { return nil }
        let mantissa: Int64
        if integerDigits &+ scale <= 8 {
            // The digits before the point, and those behind it moved into its place.
            let behind = UInt64.max &<< UInt64(truncatingIfNeeded: integerDigits &* 8)
            let digits =
                integerDigits == 8 ? word(at: start) : word(at: start) & ~behind | word(at: start &+ 1) & behind
            mantissa = Self.number(ofDigits: digits, count: integerDigits &+ scale)
        } else {
            let whole = Self.number(ofDigits: word(at: start), count: integerDigits)
            let rest = Self.number(ofDigits: word(at: start &+ integerDigits &+ 1), count: scale)
            mantissa = whole &* FixedPoint.power(scale) &+ rest
        }
        let number = FixedPoint(
            mantissa: isNegative ? 0 &- mantissa : mantissa,
            scale: scale,
            integerDigits: integerDigits
        )
        return (number, end)
    }

    /// Returns the number that the first `count` of eight digits make, the first of them in the lowest byte.
    @inline(__always)
    private static func number(ofDigits digits: UInt64, count: Int) -> Int64 {
        // Moved up, the digits have leading zeros below. A shift by 64 would be none, so there are two.
        let half = UInt64(truncatingIfNeeded: 32 &- count &* 4)
        let values = ((digits &- 0x3030_3030_3030_3030) &<< half) &<< half
        // Neighbours make pairs, pairs make fours, and fours make the eight.
        let pairs = values &* 10 &+ (values >> 8)
        let first = (pairs & 0x0000_00FF_0000_00FF) &* (100 &+ (1_000_000 << 32))
        let second = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* (1 &+ (10_000 << 32))
        return Int64(truncatingIfNeeded: (first &+ second) >> 32)
    }
}

extension Span<UInt8> {
    /// Parses the decimal number that fills `field`, which is not empty, or returns `nil`.
    ///
    /// Decimals behind its 18th digit are cut off.
    func decimal(in field: Range<Int>) -> FixedPoint? {
        guard field.upperBound <= count else { return nil }
        let isNegative = self[field.lowerBound] == UInt8(ascii: "-")
        let isSigned = isNegative || self[field.lowerBound] == UInt8(ascii: "+")
        let start = field.lowerBound + (isSigned ? 1 : 0)
        // Eighteen digits and the point.
        let end = Swift.min(field.upperBound, start + 19)
        var point: Int?
        var mantissa: Int64 = 0
        for index in start..<end {
            let digit = self[index] &- UInt8(ascii: "0")
            if digit < 10 {
                mantissa = mantissa &* 10 &+ Int64(digit)
            } else if self[index] == UInt8(ascii: "."), point == nil {
                point = index
            } else {
                return nil
            }
        }
        for index in end..<field.upperBound where self[index] &- UInt8(ascii: "0") > 9 { return nil }
        let scale = point.map { end - $0 - 1 } ?? 0
        let integerDigits = (point ?? end) - start
        guard 1...18 ~= integerDigits + scale else { return nil }
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: scale,
            integerDigits: integerDigits
        )
    }
}

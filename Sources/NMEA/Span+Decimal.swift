extension Span<UInt8> {
    /// Parses the decimal number that fills `field`, which is not empty, or returns `nil`.
    ///
    /// Decimals behind its 18th digit are cut off.
    @inline(never)
    func decimal(in field: Range<Int>) -> FixedPoint? {
        guard field.upperBound <= count else { return nil }
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
                if point == end || index &- start <= 18 { mantissa = mantissa &* 10 &+ Int64(digit) }
            } else if character == UInt8(ascii: "."), point == end {
                point = index
            } else {
                return nil
            }
            index &+= 1
        }
        let scale = Swift.max(0, Swift.min(end &- point &- 1, 18 &- (point &- start)))
        guard 1...18 ~= point &- start &+ scale else { return nil }
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: scale,
            integerDigits: point &- start
        )
    }
}

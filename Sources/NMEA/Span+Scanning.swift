extension Span<UInt8> {
    /// Returns the first index in `range` that holds `first` or `second`, or the end of the range.
    func firstIndex(of first: UInt8, or second: UInt8, in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = self[index]
            if byte == first || byte == second { break }
            index += 1
        }
        return index
    }

    /// Returns the index of the first comma in `range`, or the end of the range.
    @inline(__always)
    func firstComma(in range: Range<Int>) -> Int {
        var index = range.lowerBound
        while index < range.upperBound, self[index] != UInt8(ascii: ",") { index &+= 1 }
        return index
    }

    /// Returns the exclusive or of the bytes in `range`, the checksum of NMEA 0183.
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        var sum: UInt8 = 0
        for index in range { sum ^= self[index] }
        return sum
    }
}

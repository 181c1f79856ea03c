extension Span<UInt8> {
    /// Returns the index of the first such byte in `range`, or the end of the range.
    ///
    /// In a span that is cut to the range, the indices need no check each.
    @inline(__always)
    func firstIndex(of byte: UInt8, in range: Range<Int>) -> Int {
        let part = extracting(range)
        var index = 0
        while index < part.count, part[index] != byte { index &+= 1 }
        return range.lowerBound &+ index
    }

    /// Returns the index of the first of either byte in `range`, or the end of the range; most bytes are greater.
    @inline(__always)
    func firstIndex(of byte: UInt8, orLesser lesser: UInt8, in range: Range<Int>) -> Int {
        let part = extracting(range)
        var index = 0
        // The least of sixteen bytes is found in fewer steps than it takes to look at each.
        while index &+ 16 <= part.count, part.extracting(index..<(index &+ 16)).least > byte { index &+= 16 }
        while index < part.count, part[index] > byte || part[index] != byte && part[index] != lesser {
            index &+= 1
        }
        return range.lowerBound &+ index
    }

    @inline(__always)
    private var least: UInt8 { indices.reduce(.max) { Swift.min($0, self[$1]) } }

    /// Returns the exclusive or of the bytes in `range`, the checksum of NMEA 0183.
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        var sum: UInt8 = 0
        for index in range { sum ^= self[index] }
        return sum
    }

    /// Returns the byte that two hexadecimal digits of either case at `index` make, or `nil`.
    func hexadecimalByte(at index: Int) -> UInt8? {
        guard let high = self[index].hexadecimalValue, let low = self[index + 1].hexadecimalValue else {
            return nil
        }
        return high << 4 | low
    }
}

extension UInt8 {
    fileprivate var hexadecimalValue: UInt8? {
        let digit = self &- UInt8(ascii: "0")
        if digit < 10 { return digit }
        let letter = (self | 0x20) &- UInt8(ascii: "a")
        return letter < 6 ? letter &+ 10 : nil
    }
}

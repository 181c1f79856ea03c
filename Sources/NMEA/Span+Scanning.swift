// Eight bytes at a time: receivers' recordings run to gigabytes, and byte by byte these two passes would cost
// as much as all the rest of decoding. The loads are unchecked because the loop condition has checked them.

extension Span<UInt8> {
    /// Returns the first index from `start` on that holds `first` or `second`, or `count`.
    @inline(__always)
    func firstIndex(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        let firstPattern = first.repeatedEightTimes
        let secondPattern = second.repeatedEightTimes
        let raw = unsafe self.bytes
        var index = start
        while index &+ 8 <= count {
            let word = unsafe UInt64(
                littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            )
            let found = (word ^ firstPattern).zeroBytes | (word ^ secondPattern).zeroBytes
            if found != 0 { return index &+ found.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count {
            if self[index] == first || self[index] == second { return index }
            index &+= 1
        }
        return count
    }

    /// Returns all bytes of `range` combined by exclusive or, which is NMEA 0183's checksum.
    @inline(__always)
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        precondition(range.lowerBound >= 0 && range.upperBound <= count)
        let raw = unsafe self.bytes
        var index = range.lowerBound
        var wide: UInt64 = 0
        while index &+ 8 <= range.upperBound {
            wide ^= unsafe raw.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self)
            index &+= 8
        }
        wide ^= wide >> 32
        wide ^= wide >> 16
        wide ^= wide >> 8
        var result = UInt8(truncatingIfNeeded: wide)
        while index < range.upperBound {
            result ^= self[index]
            index &+= 1
        }
        return result
    }
}

extension UInt8 {
    @inline(__always)
    fileprivate var repeatedEightTimes: UInt64 { UInt64(self) &* 0x0101_0101_0101_0101 }
}

extension UInt64 {
    /// The top bit of every byte that is zero; above the lowest of them other bits may be set as well.
    @inline(__always)
    fileprivate var zeroBytes: UInt64 { (self &- 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080 }
}

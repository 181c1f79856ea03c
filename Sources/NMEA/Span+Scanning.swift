import CLanes

// Sixteen bytes at a time: receivers' recordings run to gigabytes, and byte by byte, finding the ends of lines and
// adding up their checksums would cost more than all the rest of decoding.

extension Span<UInt8> {
    /// Returns the first index from `start` on that holds `first` or `second`, or `count`.
    @inline(__always)
    func firstIndex(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        var index = start
        while hasLanes(at: index) {
            let found = lanes_either(lanes(at: index), first, second)
            if found != 0 { return index &+ found.trailingZeroBitCount }
            index &+= Self.laneCount
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
        var index = range.lowerBound
        var sums = lanes_bytes()
        while index &+ Self.laneCount <= range.upperBound {
            sums = lanes_xor(sums, lanes(at: index))
            index &+= Self.laneCount
        }
        if hasLanes(at: index) {
            let rest = CInt(truncatingIfNeeded: range.upperBound &- index)
            sums = lanes_xor(sums, lanes_first(lanes(at: index), rest))
            index = range.upperBound
        }
        var sum = lanes_fold(sums)
        while index < range.upperBound {
            sum ^= self[index]
            index &+= 1
        }
        return sum
    }
}

// The loads are unchecked, and every use of them stands behind a question whether the bytes are there.
extension Span<UInt8> {
    /// How many bytes are looked at together.
    @inline(__always)
    static var laneCount: Int { 16 }

    /// Whether there are 16 bytes from `index` on, and `further` more.
    @inline(__always)
    func hasLanes(at index: Int, further: Int = 0) -> Bool {
        index >= 0 && index <= count &- Self.laneCount &- further
    }

    /// The 16 bytes from `index` on, which must be there.
    @inline(__always)
    func lanes(at index: Int) -> lanes_bytes {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// The eight bytes from `index` on, which must be there, the first of them lowest.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
    }
}

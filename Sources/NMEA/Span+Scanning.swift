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
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        var sum: UInt8 = 0
        for index in range { sum ^= self[index] }
        return sum
    }
}

extension Span<UInt8> {
    /// Returns a bit for each byte of `range`, of at most 64, set where it is `value`; the bits above are zero.
    @inline(__always)
    func bits(of value: UInt8, in range: Range<Int>) -> UInt64 {
        var bits: UInt64 = 0
        guard hasLanes(at: range.lowerBound, further: 48) else {
            for index in range where self[index] == value { bits |= 1 &<< UInt64(index &- range.lowerBound) }
            return bits
        }
        for lane in 0..<4 {
            let found = lanes_equal(lanes(at: range.lowerBound &+ 16 &* lane), value)
            bits |= UInt64(found) &<< UInt64(16 &* lane)
        }
        return range.count < 64 ? bits & ((1 &<< UInt64(range.count)) &- 1) : bits
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
        hasBytes(Self.laneCount &+ further, at: index)
    }

    /// Whether there are `length` bytes from `index` on.
    ///
    /// One comparison, because a negative index is a huge one without its sign.
    @inline(__always)
    func hasBytes(_ length: Int, at index: Int) -> Bool {
        UInt(bitPattern: index) < UInt(bitPattern: Swift.max(0, count &- length &+ 1))
    }

    /// The 16 bytes from `index` on, which must be there.
    @inline(__always)
    func lanes(at index: Int) -> lanes_bytes {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// The eight bytes from `index` on, which must be there, the first of them lowest.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        )
    }
}

import CLanes

extension Span<UInt8> {
    /// Returns the first index from `start` on that holds `first` or `second`, or `count`.
    @inline(__always)
    func firstIndex(of first: UInt8, or second: UInt8, from start: Int) -> Int {
        var index = start
        while hasBytes(16, at: index) {
            let found = lanes_either(lanes(at: index), first, second)
            if found != 0 { return index &+ found.trailingZeroBitCount }
            index &+= 16
        }
        while index < count {
            if self[index] == first || self[index] == second { return index }
            index &+= 1
        }
        return count
    }

    /// Returns the exclusive or of the bytes in `range`, the checksum of NMEA 0183.
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        var sum: UInt8 = 0
        for index in range { sum ^= self[index] }
        return sum
    }
}

// The loads are unchecked; every caller checks first that the bytes exist.
extension Span<UInt8> {
    /// Whether `length` bytes from `index` on exist.
    ///
    /// As an unsigned number a negative index is huge, so one comparison is enough.
    @inline(__always)
    func hasBytes(_ length: Int, at index: Int) -> Bool {
        UInt(bitPattern: index) < UInt(bitPattern: Swift.max(0, count &- length &+ 1))
    }

    /// The 16 bytes from `index` on, which must exist.
    @inline(__always)
    func lanes(at index: Int) -> lanes_bytes {
        unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: SIMD16<UInt8>.self)
    }

    /// The eight bytes from `index` on, which must exist, the first one lowest.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        unsafe UInt64(
            littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
        )
    }
}

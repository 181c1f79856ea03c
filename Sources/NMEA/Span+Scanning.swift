import CLanes

// Sixteen bytes at a time. Recordings run to gigabytes, and finding line ends and adding checksums byte by byte would
// cost more than the rest of decoding.

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

    /// Returns the exclusive or of the bytes in `range`, the checksum of NMEA 0183.
    func exclusiveOr(over range: Range<Int>) -> UInt8 {
        var sum: UInt8 = 0
        for index in range { sum ^= self[index] }
        return sum
    }
}

extension Span<UInt8> {
    /// Returns one bit for each byte of `range`, at most 64, set where the byte is `value`; higher bits are zero.
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

// The loads are unchecked; every caller checks first that the bytes exist.
extension Span<UInt8> {
    /// The number of bytes that are loaded at once.
    @inline(__always)
    static var laneCount: Int { 16 }

    /// Whether 16 bytes from `index` on, and `further` more, exist.
    @inline(__always)
    func hasLanes(at index: Int, further: Int = 0) -> Bool {
        hasBytes(Self.laneCount &+ further, at: index)
    }

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

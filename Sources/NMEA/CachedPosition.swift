import CLanes

/// The last text of the four fields of a position, and which it was.
///
/// A receiver mostly writes the same position in several sentences of an epoch. To see that it is the same takes a
/// tenth of reading it.
struct RecentPosition: Sendable {
    private var first = lanes_bytes()
    private var second = lanes_bytes()
    private var bits: UInt32 = 0
    private var value: Position?

    /// How long the text is.
    private(set) var count = 0

    /// Returns what was said when the same text stands at `index`.
    @inline(__always)
    func value(at index: Int, in bytes: Span<UInt8>) -> Position? {
        guard bytes.hasLanes(at: index, further: 16) else { return nil }
        let same =
            lanes_same(first, bytes.lanes(at: index))
            | lanes_same(second, bytes.lanes(at: index &+ 16)) << 16
        guard same & bits == bits else { return nil }
        return value
    }

    /// Remembers the text in `range`, unless it is longer than 32 bytes or too near the end of all.
    ///
    /// As with ``RecentNumber``, the comma behind the last field is part of it.
    @inline(__always)
    mutating func remember(_ value: Position, _ range: Range<Int>, in bytes: Span<UInt8>) {
        guard range.count <= 32, bytes.hasLanes(at: range.lowerBound, further: 16),
            range.count > 0, bytes[range.upperBound &- 1] == UInt8(ascii: ",")
        else { return }
        first = bytes.lanes(at: range.lowerBound)
        second = bytes.lanes(at: range.lowerBound &+ 16)
        count = range.count
        bits = UInt32.max >> UInt32(32 &- count)
        self.value = value
    }
}

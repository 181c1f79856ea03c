import CLanes

/// The last text of some fields, and what it said.
///
/// A receiver writes the same time and mostly the same position in several sentences of an epoch, and the same date
/// all day. To see that they are the same takes a tenth of reading them.
struct RecentText<Value: Sendable>: Sendable {
    private var first = lanes_bytes()
    private var second = lanes_bytes()
    private var bits: UInt32 = 0
    private var value: Value?

    /// How long the text is.
    private(set) var count = 0

    /// Returns what was said when the same text stands at `index`.
    @inline(__always)
    func value(at index: Int, in bytes: Span<UInt8>) -> Value? {
        guard bytes.hasLanes(at: index, further: 16) else { return nil }
        let same = lanes_same(first, bytes.lanes(at: index))
            | lanes_same(second, bytes.lanes(at: index &+ 16)) << 16
        return same & bits == bits ? value : nil
    }

    /// Remembers the text in `range`, unless it is longer than 32 bytes or too near the end of all.
    @inline(__always)
    mutating func remember(_ value: Value, _ range: Range<Int>, in bytes: Span<UInt8>) {
        guard range.count <= 32, bytes.hasLanes(at: range.lowerBound, further: 16) else { return }
        first = bytes.lanes(at: range.lowerBound)
        second = bytes.lanes(at: range.lowerBound &+ 16)
        count = range.count
        bits = UInt32.max >> UInt32(32 &- count)
        self.value = value
    }
}

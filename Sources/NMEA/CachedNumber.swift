import CLanes

/// The last text of one field, and the number that was found in it.
///
/// A receiver writes the same time in several sentences of an epoch, and the same date all day. To see that they are
/// the same takes a tenth of reading them.
struct RecentNumber: Sendable {
    private var text = lanes_bytes()

    /// A bit for each character of the text; one that none has, before there is any.
    private var bits: UInt32 = 1 << 16

    /// How long the text is.
    private(set) var count = 0

    private var value: Int64 = 0

    /// Returns what was found when the same text stands at `index`.
    @inline(__always)
    func value(at index: Int, in bytes: Span<UInt8>) -> Int64? {
        guard bytes.hasLanes(at: index), lanes_same(text, bytes.lanes(at: index)) & bits == bits else {
            return nil
        }
        return value
    }

    /// Remembers the text in `range`, unless it is longer than 16 bytes or too near the end of all.
    ///
    /// The comma behind the field is part of it. A field that ended with the body instead may go on where the same
    /// text stands again: an asterisk ends a body only before two digits.
    @inline(__always)
    mutating func remember(_ value: Int64, _ range: Range<Int>, in bytes: Span<UInt8>) {
        guard 1...16 ~= range.count, bytes.hasLanes(at: range.lowerBound),
            bytes[range.upperBound &- 1] == UInt8(ascii: ",")
        else { return }
        text = bytes.lanes(at: range.lowerBound)
        count = range.count
        bits = 0xFFFF >> UInt32(truncatingIfNeeded: 16 &- count)
        self.value = value
    }
}

import CLanes

/// The last text of one or more fields, and what was read from it.
///
/// A receiver repeats the time and mostly the position in several sentences of an epoch, and the date all day. Comparing
/// the text takes a tenth of the time of reading it.
struct CachedText<Value: Sendable>: Sendable {
    private var first = lanes_bytes()
    private var second = lanes_bytes()

    /// One bit for each character of the text.
    private var bits: UInt32 = 0

    private var value: Value?

    /// The length of the text.
    private(set) var count = 0

    /// Returns the cached value if the same text stands at `index`.
    @inline(__always)
    func value(at index: Int, in bytes: Span<UInt8>) -> Value? {
        guard bytes.hasBytes(32, at: index) else { return nil }
        let same =
            lanes_same(first, bytes.lanes(at: index)) | lanes_same(second, bytes.lanes(at: index &+ 16)) << 16
        return same & bits == bits ? value : nil
    }

    /// Stores the text in `range`, unless it is longer than 32 bytes or too near the end of the bytes.
    ///
    /// The text includes the comma after the last field. Without a comma the field ended its sentence, and the same text
    /// could be the beginning of a longer field elsewhere.
    @inline(__always)
    mutating func store(_ value: Value, _ range: Range<Int>, in bytes: Span<UInt8>) {
        guard 1...32 ~= range.count, bytes.hasBytes(32, at: range.lowerBound),
            bytes[range.upperBound &- 1] == UInt8(ascii: ",")
        else { return }
        first = bytes.lanes(at: range.lowerBound)
        second = bytes.lanes(at: range.lowerBound &+ 16)
        count = range.count
        bits = UInt32.max >> UInt32(32 &- count)
        self.value = value
    }
}

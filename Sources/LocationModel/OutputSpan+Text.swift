/// Text put together in place: what is written by the megabyte must not make a `String` of each piece.
///
/// All that writes numbers and times for others to read goes through here. Beyond what is appended there must be room
/// for sixteen bytes, as digits are stored without looking at how many there are.
extension OutputSpan<UInt8> {
    /// Room for a number.
    package static var roomForNumber: Int { 24 + SixteenDigits.count }

    /// Appends bytes as they are.
    ///
    /// A piece whose length is known where it is appended, as that of a `StaticString` is, becomes a few moves there.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: Span<UInt8>) {
        precondition(bytes.count <= freeCapacity)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            unsafe bytes.withUnsafeBytes { bytes in
                guard let end = buffer.baseAddress, let start = bytes.baseAddress else { return }
                unsafe UnsafeMutableRawPointer(end + count).copyMemory(from: start, byteCount: bytes.count)
                count &+= bytes.count
            }
        }
    }

    /// Appends text as it is.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
    }

    /// Appends a whole number, with zeros in front to make it `width` digits long, of which there may be sixteen.
    package mutating func append(_ number: Int, width: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(number.magnitude), width: width)
    }

    /// Appends a decimal number, rounded to the nearest, and away from zero in the middle of two.
    ///
    /// What is not finite, and what is so large that a `Double` has fewer digits than asked for, becomes the text that
    /// `description` gives; so does, where zeros are left out, what would come out as nothing though it is something.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - places: Digits behind the point, in `0...15`.
    ///   - leavesOutZeros: Whether zeros at the end are left out, but for one behind the point.
    package mutating func append(_ value: Double, places: Int, leavesOutZeros: Bool = false) {
        guard let scaled = value.magnitude.scaled(byTenTo: places),
            scaled > 0 || !leavesOutZeros || value == 0
        else { return append(value.description.utf8.span) }
        if value < 0, scaled > 0 { append(UInt8(ascii: "-")) }
        let digits = SixteenDigits(scaled)
        let point = SixteenDigits.count - places
        append(digits, in: Swift.min(digits.leadingZeros, point - 1)..<point)
        guard places > 0 else { return }
        append(UInt8(ascii: "."))
        let end = leavesOutZeros ? SixteenDigits.count - digits.trailingZeros : SixteenDigits.count
        append(digits, in: point..<Swift.max(end, point + 1))
    }

    private mutating func append(digitsOf number: UInt64, width: Int) {
        let (high, low) = number.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
        if high > 0 { append(digitsOf: high, width: 1) }
        let digits = SixteenDigits(low)
        let shown =
            high > 0 ? SixteenDigits.count : Swift.max(1, width, SixteenDigits.count - digits.leadingZeros)
        append(digits, in: SixteenDigits.count - shown..<SixteenDigits.count)
    }

    /// Appends those of sixteen digits that are in `range`, counted from the first.
    @inline(__always)
    mutating func append(_ digits: SixteenDigits, in range: Range<Int>) {
        precondition(freeCapacity >= SixteenDigits.count)
        unsafe withUnsafeMutableBufferPointer { buffer, count in
            guard let end = buffer.baseAddress else { return }
            let text = digits.text(from: range.lowerBound).littleEndian
            unsafe UnsafeMutableRawPointer(end + count).storeBytes(of: text, as: UInt128.self)
            count &+= range.count
        }
    }
}

extension String {
    /// Creates text of at most `room` bytes in place.
    package init(room: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        self.init(decoding: [UInt8](capacity: room, initializingWith: write), as: UTF8.self)
    }
}

extension Double {
    /// Returns the number, which must not be negative, times a power of ten and rounded to a whole one.
    ///
    /// - Returns: `nil` where that has more digits than a `Double`, and for what is not a number.
    @inline(__always)
    fileprivate func scaled(byTenTo exponent: Int) -> UInt64? {
        let power = powersOfTen[exponent]
        let product = self * power
        guard product < 0x1p52 else { return nil }
        let whole = Int64(product)
        let rest = product - Double(whole)
        // The product is rounded itself, and may have come to lie in the middle from below.
        let isUp = rest > 0.5 || rest == 0.5 && (-product).addingProduct(self, power) >= 0
        return UInt64(whole) + (isUp ? 1 : 0)
    }
}

/// All that a `Double` has room for the digits of, each exact.
private let powersOfTen: [Double] = [
    1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

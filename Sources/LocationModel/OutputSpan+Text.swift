/// Text output in place, without a `String` for each piece.
///
/// All high-volume output of numbers and times uses it. Beyond the appended text there must be room for sixteen bytes,
/// because digits are always stored in blocks of sixteen.
extension OutputSpan<UInt8> {
    package static var roomForNumber: Int { 24 + SixteenDigits.count }

    /// Appends bytes unchanged.
    ///
    /// Where the compiler knows the length, as for a `StaticString`, this becomes a few moves.
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

    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
    }

    /// Appends a whole number, padded with leading zeros to `width` digits, at most sixteen.
    package mutating func append(_ number: Int, width: Int = 1) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(digitsOf: UInt64(number.magnitude), width: width)
    }

    /// Appends a decimal number, rounded to nearest with ties away from zero.
    ///
    /// Appends `description` instead if the value is not finite, if it is too large for a `Double` to hold that many
    /// decimals, or if trailing zeros are omitted and a value other than zero would be written as zero.
    ///
    /// - Parameters:
    ///   - value: The number.
    ///   - places: The number of decimals, in `0...15`.
    ///   - leavesOutZeros: Whether trailing zeros are omitted, except the first decimal.
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
    /// Returns the number with so many decimals, in `0...15`, rounded to nearest with ties away from zero.
    package func text(places: Int) -> String {
        String(room: OutputSpan.roomForNumber) { $0.append(self, places: places) }
    }

    /// Returns the number with at most so many decimals, in `1...15`; one from 10^13 on as Swift describes it.
    package func text(upTo places: Int) -> String {
        guard magnitude < 1e13 else { return description }
        var text = text(places: places)
        while text.utf8.last == UInt8(ascii: "0") { text.removeLast() }
        if text.utf8.last == UInt8(ascii: ".") { text.removeLast() }
        return text
    }

    /// Returns this number times a power of ten, rounded to a whole number; the number must not be negative.
    ///
    /// - Returns: `nil` for NaN and if the result has more digits than a `Double` holds.
    @inline(__always)
    fileprivate func scaled(byTenTo exponent: Int) -> UInt64? {
        let power = powersOfTen[exponent]
        let product = self * power
        guard product < 0x1p52 else { return nil }
        let whole = Int64(product)
        let rest = product - Double(whole)
        // The product is itself rounded, and may have been rounded up to the tie.
        let isUp = rest > 0.5 || rest == 0.5 && (-product).addingProduct(self, power) >= 0
        return UInt64(whole) + (isUp ? 1 : 0)
    }
}

/// The powers of ten up to the largest number of decimals, all exact.
private let powersOfTen: [Double] = [
    1, 10, 100, 1000, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
]

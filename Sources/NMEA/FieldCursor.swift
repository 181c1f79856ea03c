import LocationModel

/// Reads the fields of one sentence after another, from left to right.
///
/// It stores positions only, because a type cannot store a span; every call is passed the same bytes. An empty field
/// reads as `nil`. A malformed field also reads as `nil` and sets ``isMalformed``; a missing field does and sets
/// ``isTruncated``.
struct FieldCursor: Sendable {
    /// The start of the next field; behind `end` if there is none.
    private var position = 0
    private let end: Int

    /// Whether a field did not have the requested form.
    var isMalformed = false
    private(set) var isTruncated = false

    init(_ bytes: Span<UInt8>) { end = bytes.count }

    var isAtEnd: Bool { position > end }

    /// Marks the last field as malformed and returns `nil`.
    mutating func reject<Value>(_: Value.Type = Value.self) -> Value? {
        isMalformed = true
        return nil
    }

    mutating func skip(_ count: Int = 1, in bytes: Span<UInt8>) {
        for _ in 0..<count { _ = next(in: bytes) }
    }

    /// Reads the first character of a field.
    mutating func letter(in bytes: Span<UInt8>) -> UInt8? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes[field.lowerBound]
    }

    /// Reads a field and passes each character to `body`.
    mutating func letters(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard let field = next(in: bytes) else { return }
        for index in field { body(bytes[index]) }
    }

    /// Reads a decimal number: an optional sign, and digits with at most one point.
    ///
    /// Decimals behind the 18th digit are cut off. A number with more digits before its point is malformed; no receiver
    /// writes as many.
    @inline(__always)
    mutating func number(in bytes: Span<UInt8>) -> FixedPoint? {
        guard position <= bytes.count else {
            isTruncated = true
            return nil
        }
        let rest = bytes.extracting(position..<bytes.count)
        var length = 0
        let number = FixedPoint(rest, length: &length)
        // A number fills its field.
        guard length == rest.count || rest[length] == UInt8(ascii: ",") else {
            position &+= rest.firstIndex(of: UInt8(ascii: ","), in: length..<rest.count) &+ 1
            return reject()
        }
        position &+= length &+ 1
        return number ?? (length == 0 ? nil : reject())
    }

    /// Reads a decimal number as the nearest `Double`.
    mutating func double(in bytes: Span<UInt8>) -> Double? {
        number(in: bytes)?.value
    }

    /// Reads a whole number in `range`.
    mutating func integer(_ range: ClosedRange<Int64>, in bytes: Span<UInt8>) -> Int64? {
        guard let number = number(in: bytes) else { return nil }
        guard number.scale == 0, range.contains(number.digits) else { return reject() }
        return number.digits
    }

    @inline(__always)
    private mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        guard position <= bytes.count else {
            isTruncated = true
            return nil
        }
        let start = position
        let stop = bytes.firstIndex(of: UInt8(ascii: ","), in: start..<bytes.count)
        position = stop &+ 1
        return start..<stop
    }
}

/// Reads the fields of one sentence from left to right.
///
/// Keeps positions only, because a type of our own cannot hold a span; every call is given the bytes anew. An
/// empty field reads as `nil`. So does a malformed one, which also sets ``isMalformed``; and one past the last,
/// which also sets ``isTruncated``.
struct FieldCursor {
    /// Where the next field begins; behind `end` when there is none.
    private var position: Int
    private let end: Int

    /// Whether a field held something other than what was asked for.
    private(set) var isMalformed = false

    /// Whether a field was asked for that the sentence does not have.
    private(set) var isTruncated = false

    /// Starts at the first of the fields in `range`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether all fields have been read.
    var isAtEnd: Bool { position > end }

    /// Marks the last field as malformed for a reason that the cursor cannot see, and returns nothing.
    mutating func reject<Value>(_: Value.Type = Value.self) -> Value? {
        isMalformed = true
        return nil
    }

    /// Passes over `count` fields.
    @inline(__always)
    mutating func skip(_ count: Int = 1, in bytes: Span<UInt8>) {
        for _ in 0..<count {
            guard !isAtEnd else {
                isTruncated = true
                return
            }
            skipRest(in: bytes)
        }
    }

    /// Reads a field of one character, or of which only the first counts.
    @inline(__always)
    mutating func letter(in bytes: Span<UInt8>) -> UInt8? {
        guard !isAtEnd else {
            isTruncated = true
            return nil
        }
        guard position < end, bytes[position] != UInt8(ascii: ",") else {
            position &+= 1
            return nil
        }
        let letter = bytes[position]
        skipRest(in: bytes)
        return letter
    }

    /// Reads a field of letters and hands each to `body`.
    @inline(__always)
    mutating func letters(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard !isAtEnd else {
            isTruncated = true
            return
        }
        while position < end, bytes[position] != UInt8(ascii: ",") {
            body(bytes[position])
            position &+= 1
        }
        position &+= 1
    }

    /// Reads a decimal number: an optional sign, digits with at most one point.
    ///
    /// Digits past the eighteenth are dropped behind the point and make the field malformed before it.
    @inline(__always)
    mutating func number(in bytes: Span<UInt8>) -> FixedPoint? {
        guard !isAtEnd else {
            isTruncated = true
            return nil
        }
        var mantissa: Int64 = 0
        var digits = 0
        var integerDigits = -1
        var isNegative = false
        let start = position
        while position < end {
            let byte = bytes[position]
            let digit = byte &- UInt8(ascii: "0")
            if digit < 10 {
                if digits < 18 {
                    mantissa = mantissa &* 10 &+ Int64(digit)
                    digits &+= 1
                } else if integerDigits < 0 {
                    return malformed(in: bytes)
                }
            } else if byte == UInt8(ascii: ".") && integerDigits < 0 {
                integerDigits = digits
            } else if byte == UInt8(ascii: ",") {
                break
            } else if byte == UInt8(ascii: "-") && position == start {
                isNegative = true
            } else if byte != UInt8(ascii: "+") || position != start {
                return malformed(in: bytes)
            }
            position &+= 1
        }
        let length = position &- start
        position &+= 1
        guard digits > 0 else {
            if length > 0 { isMalformed = true }
            return nil
        }
        if integerDigits < 0 { integerDigits = digits }
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: digits &- integerDigits,
            integerDigits: integerDigits
        )
    }

    /// Reads a decimal number as the nearest `Double`.
    @inline(__always)
    mutating func double(in bytes: Span<UInt8>) -> Double? { number(in: bytes)?.value }

    /// Reads a whole number in `range`.
    @inline(__always)
    mutating func integer(_ range: ClosedRange<Int64>, in bytes: Span<UInt8>) -> Int64? {
        guard let number = number(in: bytes) else { return nil }
        guard number.scale == 0, range.contains(number.mantissa) else { return reject() }
        return number.mantissa
    }

    private mutating func malformed(in bytes: Span<UInt8>) -> FixedPoint? {
        skipRest(in: bytes)
        return reject()
    }

    @inline(__always)
    private mutating func skipRest(in bytes: Span<UInt8>) {
        while position < end, bytes[position] != UInt8(ascii: ",") { position &+= 1 }
        position &+= 1
    }
}

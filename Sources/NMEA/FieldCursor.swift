import CLanes
import LocationModel

/// Reads the fields of one sentence from left to right.
///
/// Keeps positions only, because a type of our own cannot hold a span; every call is given the bytes anew. An
/// empty field reads as `nil`. So does a malformed one, which also sets ``isMalformed``; and one past the last,
/// which also sets ``isTruncated``.
struct FieldCursor {
    /// Where the next field begins; behind `end` when there is none.
    private(set) var position: Int
    private var end: Int

    /// Whether a field held something other than what was asked for.
    private(set) var isMalformed = false

    /// Whether a field was asked for that the sentence does not have.
    private(set) var isTruncated = false

    private static let comma = UInt8(ascii: ",")

    /// What the fields of earlier sentences said.
    var recentTime = RecentText<TimeOfDay>()
    var recentDate = RecentText<CalendarDate>()
    var recentPosition = RecentText<Position>()

    /// Starts at the first of the fields in `range`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
    }

    /// Goes on with the fields of another sentence.
    mutating func restart(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        isMalformed = false
        isTruncated = false
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
        var remaining = count
        var index = position
        while remaining > 0 && index <= end && bytes.hasLanes(at: index) {
            // The last field ends like the others; what stands behind it counts no more.
            let last: UInt32 = end &- index < 16 ? 1 &<< UInt32(truncatingIfNeeded: end &- index) : 0
            var ends = (lanes_equal(bytes.lanes(at: index), Self.comma) & (last &- 1)) | last
            while remaining > 0 && ends != 0 {
                position = index &+ ends.trailingZeroBitCount &+ 1
                ends &= ends &- 1
                remaining &-= 1
            }
            index &+= 16
        }
        guard remaining > 0 else { return }
        if index < end, hasField() {
            skipRest(from: index, in: bytes)
            remaining &-= 1
        }
        for _ in 0..<remaining where hasField() { skipRest(from: position, in: bytes) }
    }

    /// Reads a field of one character, or of which only the first counts.
    @inline(__always)
    mutating func letter(in bytes: Span<UInt8>) -> UInt8? {
        guard hasField() else { return nil }
        let letter = byte(at: position, in: bytes)
        guard letter != Self.comma else {
            position &+= 1
            return nil
        }
        skipRest(from: position &+ 1, in: bytes)
        return letter
    }

    /// Reads a field of letters and hands each to `body`.
    @inline(__always)
    mutating func letters(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard hasField() else { return }
        while case let letter = byte(at: position, in: bytes), letter != Self.comma {
            body(letter)
            position &+= 1
        }
        position &+= 1
    }

    /// Reads a decimal number: an optional sign, digits with at most one point.
    ///
    /// More than 18 digits do not fit and make the field malformed; no receiver writes as many.
    @inline(__always)
    mutating func number(in bytes: Span<UInt8>) -> FixedPoint? {
        guard hasField() else { return nil }
        if byte(at: position, in: bytes) == Self.comma {
            position &+= 1
            return nil
        }
        guard let (number, stop) = bytes.shortDecimal(at: position), stop <= end,
            byte(at: stop, in: bytes) == Self.comma
        else { return anyNumber(in: bytes) }
        position = stop &+ 1
        return number
    }

    /// Reads a number, or what is none, digit by digit.
    @inline(never)
    private mutating func anyNumber(in bytes: Span<UInt8>) -> FixedPoint? {
        let first = byte(at: position, in: bytes)
        let isNegative = first == UInt8(ascii: "-")
        let start = isNegative || first == UInt8(ascii: "+") ? position &+ 1 : position
        var mantissa: Int64 = 0
        var index = readDigits(from: start, into: &mantissa, in: bytes)
        let integerDigits = index &- start
        var scale = 0
        if byte(at: index, in: bytes) == UInt8(ascii: ".") {
            let point = index
            index = readDigits(from: point &+ 1, into: &mantissa, in: bytes)
            scale = index &- point &- 1
        }
        guard byte(at: index, in: bytes) == Self.comma, (1...18).contains(integerDigits &+ scale) else {
            skipRest(from: index, in: bytes)
            return reject()
        }
        position = index &+ 1
        return FixedPoint(
            mantissa: isNegative ? -mantissa : mantissa,
            scale: scale,
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

    /// Reads fields with `read`, unless they say what they said before.
    @inline(__always)
    mutating func recall<Value>(
        _ recent: RecentText<Value>, in bytes: Span<UInt8>) -> Value? {
        guard let value = recent.value(at: position, in: bytes), position &+ recent.count <= end &+ 1 else { return nil }
        position &+= recent.count
        return value
    }

    /// Tells whether there is a field at `position`.
    @inline(__always)
    private mutating func hasField() -> Bool {
        if isAtEnd { isTruncated = true }
        return !isAtEnd
    }

    /// The byte at `index`; a comma at the end, so that the last field ends like the others.
    @inline(__always)
    private func byte(at index: Int, in bytes: Span<UInt8>) -> UInt8 {
        index < end ? bytes[index] : Self.comma
    }

    /// Adds the digits from `index` on to `mantissa`, which wraps around after 18, and returns the index behind them.
    @inline(__always)
    private func readDigits(from index: Int, into mantissa: inout Int64, in bytes: Span<UInt8>) -> Int {
        var index = index
        var value = mantissa
        while index < end {
            let digit = bytes[index] &- UInt8(ascii: "0")
            guard digit < 10 else { break }
            value = value &* 10 &+ Int64(digit)
            index &+= 1
        }
        mantissa = value
        return index
    }

    @inline(__always)
    private mutating func skipRest(from start: Int, in bytes: Span<UInt8>) {
        var index = start
        while index < end, bytes[index] != Self.comma { index &+= 1 }
        position = index &+ 1
    }
}

import CLanes
import LocationModel

/// Reads the fields of one sentence after another, from left to right.
///
/// It stores positions only, because a type cannot store a span; every call is passed the same bytes. An empty field
/// reads as `nil`. A malformed field also reads as `nil` and sets ``isMalformed``; a missing field does and sets
/// ``isTruncated``.
struct FieldCursor: Sendable {
    /// The start of the next field; behind `end` if there is none.
    private(set) var position: Int
    private var end: Int

    /// The ends of the unread fields: one bit for each of the 64 bytes from `window` on.
    private var ends: UInt64 = 0
    private var window: Int

    /// The same for the 64 bytes after those, if already known.
    private var laterEnds: UInt64 = 0

    /// Whether a field did not have the requested form.
    private(set) var isMalformed = false

    /// Whether a requested field is missing.
    private(set) var isTruncated = false

    // Fields of this sentence and earlier ones, cached by their text.
    var cachedTime = CachedNumber()
    var cachedDate = CachedNumber()
    var cachedPosition = CachedPosition()

    private static let comma = UInt8(ascii: ",")
    private static let windowSize = 64

    /// Creates a cursor at the first field in `range`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        window = range.lowerBound - Self.windowSize
    }

    /// Restarts at the first field of another sentence, whose commas are already known.
    @inline(__always)
    mutating func restart(_ frame: SentenceFrame) {
        position = frame.fields.lowerBound
        end = frame.fields.upperBound
        window = position &- SentenceFrame.headCount
        ends = frame.commas.early & (.max &<< UInt64(SentenceFrame.headCount))
        laterEnds = frame.commas.late
        // The end of the last field counts like a comma.
        let length = end &- window
        if length < Self.windowSize {
            ends |= 1 &<< UInt64(length)
            laterEnds = 0
        } else if length < 2 &* Self.windowSize {
            laterEnds |= 1 &<< UInt64(length)
        }
        isMalformed = false
        isTruncated = false
    }

    /// Whether all fields have been read.
    var isAtEnd: Bool { position > end }

    /// Marks the last field as malformed and returns `nil`.
    mutating func reject<Value>(_: Value.Type = Value.self) -> Value? {
        isMalformed = true
        return nil
    }

    /// Skips `count` fields.
    @inline(__always)
    mutating func skip(_ count: Int = 1, in bytes: Span<UInt8>) {
        for _ in 1..<count {
            if ends == 0, !findEnds(in: bytes) { return }
            ends &= ends &- 1
        }
        _ = next(in: bytes)
    }

    /// Reads the first character of a field.
    @inline(__always)
    mutating func letter(in bytes: Span<UInt8>) -> UInt8? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes[field.lowerBound]
    }

    /// Reads a field and passes each character to `body`.
    @inline(__always)
    mutating func letters(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard let field = next(in: bytes) else { return }
        for index in field { body(bytes[index]) }
    }

    /// Reads a decimal number: an optional sign, and digits with at most one point.
    ///
    /// A number of more than 18 digits is malformed; no receiver writes as many.
    @inline(__always)
    mutating func number(in bytes: Span<UInt8>) -> FixedPoint? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes.shortDecimal(in: field) ?? bytes.decimal(in: field) ?? reject()
    }

    /// Reads a number in pairs of digits, which usually has `integerDigits` integer digits.
    @inline(__always)
    mutating func digitPairs(_ integerDigits: Int, in bytes: Span<UInt8>) -> DigitPairs? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes.digitPairs(in: field, integerDigits: integerDigits)
            ?? bytes.decimal(in: field).map { DigitPairs($0) } ?? reject()
    }

    /// Reads a decimal number as the nearest `Double`.
    @inline(__always)
    mutating func double(in bytes: Span<UInt8>) -> Double? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes.double(in: field) ?? reject()
    }

    /// Reads a whole number in `range`.
    @inline(__always)
    mutating func integer(_ range: ClosedRange<Int64>, in bytes: Span<UInt8>) -> Int64? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        if let integer = bytes.smallInteger(in: field) { return range.contains(integer) ? integer : reject() }
        guard let number = bytes.decimal(in: field), number.scale == 0, range.contains(number.mantissa) else {
            return reject()
        }
        return number.mantissa
    }

    /// Skips a field whose text is cached, and returns the cached value.
    @inline(__always)
    mutating func recall(_ cached: CachedNumber, in bytes: Span<UInt8>) -> Int64? {
        if ends == 0, !findEnds(in: bytes) { return nil }
        guard position &+ cached.count <= end &+ 1, let value = cached.value(at: position, in: bytes) else {
            return nil
        }
        ends &= ends &- 1
        position &+= cached.count
        return value
    }

    /// Skips the four fields of a position whose text is cached, and returns the cached position.
    @inline(__always)
    mutating func recallPosition(in bytes: Span<UInt8>) -> Position? {
        let next = position &+ cachedPosition.count
        guard next <= end, next &- window <= Self.windowSize,
            let value = cachedPosition.value(at: position, in: bytes)
        else { return nil }
        advance(to: next)
        return value
    }

    /// The ends of the fields that lie within the window, as bits counted from the start of the next field.
    @inline(__always)
    var endsFromPosition: UInt64 { position >= window ? ends &>> UInt64(position &- window) : 0 }

    /// Skips the fields before the one that begins at `next`, in the window.
    @inline(__always)
    mutating func advance(to next: Int) {
        // If the comma before it is the last byte of the window, shifting by 64 would shift by 0; hence the 2.
        ends &= 0 &- (2 &<< UInt64(truncatingIfNeeded: next &- 1 &- window))
        position = next
    }

    /// Skips one field and returns its range.
    @inline(__always)
    private mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        if ends == 0, !findEnds(in: bytes) { return nil }
        let start = position
        let stop = window &+ ends.trailingZeroBitCount
        ends &= ends &- 1
        position = stop &+ 1
        return unsafe Range(uncheckedBounds: (start, stop))
    }

    /// Moves the window forward until a field ends in it.
    ///
    /// There are no fields behind `end`.
    @inline(__always)
    private mutating func findEnds(in bytes: Span<UInt8>) -> Bool {
        if laterEnds != 0 {
            ends = laterEnds
            laterEnds = 0
            window &+= Self.windowSize
            return true
        }
        (ends, window) = Self.ends(behind: window, upTo: end, in: bytes)
        guard ends == 0 else { return true }
        position = end &+ 1
        isTruncated = true
        return false
    }

    /// Finds the next window in which fields end.
    ///
    /// A static function, so that the cursor can stay in registers.
    @inline(never)
    private static func ends(
        behind last: Int,
        upTo end: Int,
        in bytes: Span<UInt8>
    ) -> (ends: UInt64, window: Int) {
        var window = last
        while window &+ windowSize <= end {
            window &+= windowSize
            var ends = bytes.bits(of: comma, in: window..<min(end, window &+ windowSize))
            // The end of the last field counts like a comma.
            if end &- window < windowSize { ends |= 1 &<< UInt64(end &- window) }
            if ends != 0 { return (ends, window) }
        }
        return (0, window)
    }
}

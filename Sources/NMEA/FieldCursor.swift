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

    // Fields of this sentence and earlier ones.
    var cachedTime = CachedText<TimeOfDay>()
    var cachedMidnight = CachedText<UTCInstant>()
    var cachedPosition = CachedText<Position>()

    private static let windowSize = 64

    /// Creates a cursor at the first field in `range`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        window = range.lowerBound
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
        for _ in 0..<count { _ = next(in: bytes) }
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
        return bytes.decimal(in: field) ?? reject()
    }

    /// Reads a decimal number as the nearest `Double`.
    @inline(__always)
    mutating func double(in bytes: Span<UInt8>) -> Double? {
        number(in: bytes)?.value
    }

    /// Reads a whole number in `range`.
    @inline(__always)
    mutating func integer(_ range: ClosedRange<Int64>, in bytes: Span<UInt8>) -> Int64? {
        guard let number = number(in: bytes) else { return nil }
        guard number.scale == 0, range.contains(number.mantissa) else { return reject() }
        return number.mantissa
    }

    /// Skips `count` fields whose text is cached, and returns what was read from it.
    @inline(__always)
    mutating func recall<Value>(_ cached: CachedText<Value>, _ count: Int = 1, in bytes: Span<UInt8>)
        -> Value?
    {
        guard position &+ cached.count <= end, let value = cached.value(at: position, in: bytes) else {
            return nil
        }
        skip(count, in: bytes)
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

    /// Moves the window to where the next field ends.
    private mutating func findEnds(in bytes: Span<UInt8>) -> Bool {
        if laterEnds != 0 {
            ends = laterEnds
            laterEnds = 0
            window &+= Self.windowSize
            return true
        }
        guard position <= end else {
            isTruncated = true
            return false
        }
        window = position
        while window < end, bytes[window] != UInt8(ascii: ",") { window &+= 1 }
        ends = 1
        return true
    }
}

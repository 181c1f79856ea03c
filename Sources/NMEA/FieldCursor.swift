import CLanes
import LocationModel

/// Reads the fields of one sentence after another from left to right.
///
/// Keeps positions only, because a type of our own cannot hold a span; every call is given the bytes anew. An
/// empty field reads as `nil`. So does a malformed one, which also sets ``isMalformed``; and one past the last,
/// which also sets ``isTruncated``.
struct FieldCursor: Sendable {
    /// Where the next field begins; behind `end` when there is none.
    private(set) var position: Int
    private var end: Int

    /// Where the fields end that have not been read: a bit for each of the 64 bytes from `window` on.
    private var ends: UInt64 = 0
    private var window: Int

    /// The same for the 64 bytes that follow, where that is known.
    private var laterEnds: UInt64 = 0

    /// Whether a field held something other than what was asked for.
    private(set) var isMalformed = false

    /// Whether a field was asked for that the sentence does not have.
    private(set) var isTruncated = false

    // What fields of this sentence and earlier ones said.
    var recentTime = RecentNumber()
    var recentDate = RecentNumber()
    var recentPosition = RecentPosition()

    private static let comma = UInt8(ascii: ",")
    private static let windowSize = 64

    /// Starts at the first of the fields in `range`.
    init(_ range: Range<Int>) {
        position = range.lowerBound
        end = range.upperBound
        window = range.lowerBound - Self.windowSize
    }

    /// Goes on with the first field of another sentence, whose commas have been found already.
    @inline(__always)
    mutating func restart(_ frame: SentenceFrame) {
        position = frame.fields.lowerBound
        end = frame.fields.upperBound
        window = position &- SentenceFrame.headCount
        ends = frame.commas.early & (.max &<< UInt64(SentenceFrame.headCount))
        laterEnds = frame.commas.late
        // The last field ends like the others.
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

    /// Marks the last field as malformed for a reason that the cursor cannot see, and returns nothing.
    mutating func reject<Value>(_: Value.Type = Value.self) -> Value? {
        isMalformed = true
        return nil
    }

    /// Passes over `count` fields.
    @inline(__always)
    mutating func skip(_ count: Int = 1, in bytes: Span<UInt8>) {
        for _ in 1..<count {
            if ends == 0, !findEnds(in: bytes) { return }
            ends &= ends &- 1
        }
        _ = next(in: bytes)
    }

    /// Reads a field of one character, or of which only the first counts.
    @inline(__always)
    mutating func letter(in bytes: Span<UInt8>) -> UInt8? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes[field.lowerBound]
    }

    /// Reads a field of letters and hands each to `body`.
    @inline(__always)
    mutating func letters(in bytes: Span<UInt8>, _ body: (UInt8) -> Void) {
        guard let field = next(in: bytes) else { return }
        for index in field { body(bytes[index]) }
    }

    /// Reads a decimal number: an optional sign, digits with at most one point.
    ///
    /// More than 18 digits do not fit and make the field malformed; no receiver writes as many.
    @inline(__always)
    mutating func number(in bytes: Span<UInt8>) -> FixedPoint? {
        guard let field = next(in: bytes), !field.isEmpty else { return nil }
        return bytes.shortDecimal(in: field) ?? bytes.decimal(in: field) ?? reject()
    }

    /// Reads a number in pairs of digits, of which `integerDigits` before the point are usual.
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

    /// Passes over a field that has the same text as before, and returns what was found in it.
    @inline(__always)
    mutating func recall(_ recent: RecentNumber, in bytes: Span<UInt8>) -> Int64? {
        if ends == 0, !findEnds(in: bytes) { return nil }
        guard position &+ recent.count <= end &+ 1, let value = recent.value(at: position, in: bytes) else {
            return nil
        }
        ends &= ends &- 1
        position &+= recent.count
        return value
    }

    /// Passes over the four fields of a position that have the same text as before, and returns what they said.
    @inline(__always)
    mutating func recallPosition(in bytes: Span<UInt8>) -> Position? {
        let next = position &+ recentPosition.count
        guard next <= end, next &- window <= Self.windowSize,
            let value = recentPosition.value(at: position, in: bytes)
        else { return nil }
        pass(to: next)
        return value
    }

    /// Where the fields end that lie wholly in the window, counted from the next one's beginning.
    @inline(__always)
    var endsFromPosition: UInt64 { position >= window ? ends &>> UInt64(position &- window) : 0 }

    /// Passes over the fields before the one that begins at `start`, in the window.
    @inline(__always)
    mutating func pass(to next: Int) {
        // The comma before it may be the last of the window, and a shift by 64 places is one by none.
        ends &= 0 &- (2 &<< UInt64(truncatingIfNeeded: next &- 1 &- window))
        position = next
    }

    /// Passes over one field and returns where it is.
    @inline(__always)
    private mutating func next(in bytes: Span<UInt8>) -> Range<Int>? {
        if ends == 0, !findEnds(in: bytes) { return nil }
        let start = position
        let stop = window &+ ends.trailingZeroBitCount
        ends &= ends &- 1
        position = stop &+ 1
        return unsafe Range(uncheckedBounds: (start, stop))
    }

    /// Moves the window on to where more fields end; there are none behind `end`.
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
    /// It is not given the cursor, which can so stay in registers.
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
            // The last field ends like the others.
            if end &- window < windowSize { ends |= 1 &<< UInt64(end &- window) }
            if ends != 0 { return (ends, window) }
        }
        return (0, window)
    }
}

import LocationModel

/// A time within a day of UTC, as sentences state it without the date.
package struct TimeOfDay: Hashable, Sendable {
    /// Nanoseconds since midnight, up to one second past the end of the day for a leap second.
    package let nanoseconds: Int64

    /// Creates a time from nanoseconds since midnight.
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Tells whether both stand for the same epoch.
    ///
    /// Receivers round the fraction differently from sentence to sentence, and none reports a hundred
    /// times a second.
    func isSameEpoch(as other: TimeOfDay) -> Bool { abs(nanoseconds - other.nanoseconds) < 10_000_000 }

    /// Returns the instant of this time on the day that begins at `midnight`; a leap second is the first second of
    /// the next day.
    func instant(onDayFrom midnight: UTCInstant) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: midnight.nanosecondsSince1970 + nanoseconds)
    }
}

extension FieldCursor {
    /// Reads `hhmmss` with or without a fraction.
    @inline(always)
    mutating func timeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        if let same = recall(recentTime, in: bytes) { return TimeOfDay(nanoseconds: same) }
        return newTimeOfDay(in: bytes)
    }

    /// Reads a time of day and remembers it.
    @inline(never)
    private mutating func newTimeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        let start = position
        guard let time = digitPairs(6, in: bytes) else { return nil }
        guard time.integerDigits == 6, !time.isNegative, time.first < 24, time.second < 60, time.third <= 60
        else { return reject() }
        let seconds = (time.first &* 60 &+ time.second) &* 60 &+ time.third
        let nanoseconds = seconds &* 1_000_000_000 &+ time.billionths
        recentTime.remember(nanoseconds, start..<position, in: bytes)
        return TimeOfDay(nanoseconds: nanoseconds)
    }

    /// Reads `ddmmyy` as midnight at the start of that day, where years below 69 are those of this century.
    ///
    /// That is how POSIX reads two digits, and gpsd with it; no satellite receiver is older.
    @inline(always)
    mutating func midnight(in bytes: Span<UInt8>) -> UTCInstant? {
        if let same = recall(recentDate, in: bytes) { return UTCInstant(nanosecondsSince1970: same) }
        return newMidnight(in: bytes)
    }

    /// Reads a date and remembers it.
    @inline(never)
    private mutating func newMidnight(in bytes: Span<UInt8>) -> UTCInstant? {
        let start = position
        guard let date = digitPairs(6, in: bytes) else { return nil }
        guard date.scale == 0, date.integerDigits == 6, !date.isNegative,
            let date = CalendarDate(
                year: Int(date.third < 69 ? 2000 + date.third : 1900 + date.third),
                month: Int(date.second),
                day: Int(date.first)
            )
        else { return reject() }
        let midnight = date.midnight
        recentDate.remember(midnight.nanosecondsSince1970, start..<position, in: bytes)
        return midnight
    }
}

import LocationModel

/// A UTC time of day, as in sentences without a date.
package struct TimeOfDay: Hashable, Sendable {
    /// The time since midnight in nanoseconds, up to one second past the end of the day for a leap second.
    package let nanoseconds: Int64

    /// Creates a time from nanoseconds since midnight.
    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether both times belong to the same epoch.
    ///
    /// Receivers round the fraction differently from sentence to sentence. No receiver reports a hundred times a
    /// second.
    func isSameEpoch(as other: TimeOfDay) -> Bool { abs(nanoseconds - other.nanoseconds) < 10_000_000 }

    /// Returns the instant of this time on the day that begins at `midnight`.
    ///
    /// A leap second becomes the first second of the next day.
    func instant(onDayFrom midnight: UTCInstant) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: midnight.nanosecondsSince1970 + nanoseconds)
    }
}

extension FieldCursor {
    /// Reads `hhmmss` with or without a fraction.
    @inline(always)
    mutating func timeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        if let same = recall(cachedTime, in: bytes) { return TimeOfDay(nanoseconds: same) }
        return newTimeOfDay(in: bytes)
    }

    /// Reads a time of day and caches it.
    @inline(never)
    private mutating func newTimeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        let start = position
        guard let time = digitPairs(6, in: bytes) else { return nil }
        guard time.integerDigits == 6, !time.isNegative, time.first < 24, time.second < 60, time.third <= 60
        else { return reject() }
        let seconds = (time.first &* 60 &+ time.second) &* 60 &+ time.third
        let nanoseconds = seconds &* 1_000_000_000 &+ time.billionths
        cachedTime.store(nanoseconds, start..<position, in: bytes)
        return TimeOfDay(nanoseconds: nanoseconds)
    }

    /// Reads the date `ddmmyy` as midnight at the start of that day.
    ///
    /// Years below 69 are in this century.
    ///
    /// POSIX and gpsd read two-digit years the same way, and no satellite receiver is older.
    @inline(always)
    mutating func midnight(in bytes: Span<UInt8>) -> UTCInstant? {
        if let same = recall(cachedDate, in: bytes) { return UTCInstant(nanosecondsSince1970: same) }
        return newMidnight(in: bytes)
    }

    /// Reads a date and caches it.
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
        cachedDate.store(midnight.nanosecondsSince1970, start..<position, in: bytes)
        return midnight
    }
}

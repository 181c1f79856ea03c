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

    /// Returns the instant of this time on `date`; a leap second is the first second of the next day.
    func instant(on date: CalendarDate) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: date.midnight.nanosecondsSince1970 + nanoseconds)
    }
}

extension FieldCursor {
    /// Reads `hhmmss` with or without a fraction.
    @inline(__always)
    mutating func timeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        if let same = recall(recentTime, in: bytes) { return same }
        let start = position
        guard let number = number(in: bytes) else { return nil }
        let whole = number.whole
        let hour = whole / 10_000
        let minute = whole / 100 % 100
        let second = whole % 100
        guard number.integerDigits == 6, number.mantissa >= 0, hour < 24, minute < 60, second <= 60
        else { return reject() }
        let time = TimeOfDay(
            nanoseconds: (hour * 3600 + minute * 60 + second) * 1_000_000_000 + number.billionths
        )
        recentTime.remember(time, start..<position, in: bytes)
        return time
    }

    /// Reads `ddmmyy`, where years below 69 are those of this century.
    ///
    /// That is how POSIX reads two digits, and gpsd with it; no satellite receiver is older.
    @inline(__always)
    mutating func date(in bytes: Span<UInt8>) -> CalendarDate? {
        if let same = recall(recentDate, in: bytes) { return same }
        let start = position
        guard let number = number(in: bytes) else { return nil }
        let year = Int(number.mantissa % 100)
        guard number.scale == 0, number.integerDigits == 6, number.mantissa >= 0,
            let date = CalendarDate(
                year: year < 69 ? 2000 + year : 1900 + year,
                month: Int(number.mantissa / 100 % 100),
                day: Int(number.mantissa / 10_000)
            )
        else { return reject() }
        recentDate.remember(date, start..<position, in: bytes)
        return date
    }
}

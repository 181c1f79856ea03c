import LocationModel

/// A UTC time of day, as in sentences without a date.
package struct TimeOfDay: Hashable, Sendable {
    /// The time since midnight in nanoseconds, up to one second past the end of the day for a leap second.
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// Whether both times belong to the same epoch.
    ///
    /// Receivers round the fraction differently from sentence to sentence. No receiver reports a hundred times a
    /// second.
    func isSameEpoch(as other: TimeOfDay) -> Bool { abs(nanoseconds - other.nanoseconds) < 10_000_000 }

    /// Returns the time to a later one, across midnight if that looks earlier.
    package func duration(to later: TimeOfDay) -> Duration {
        .nanoseconds(timeStep(from: nanoseconds, to: later.nanoseconds))
    }

    /// Returns the instant of this time on the day that begins at `midnight`.
    ///
    /// A leap second becomes the first second of the next day.
    func instant(onDayFrom midnight: UTCInstant) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: midnight.nanosecondsSince1970 + nanoseconds)
    }
}

/// Returns the nanoseconds from one time to another, across midnight if the second looks earlier.
func timeStep(from first: Int64, to second: Int64) -> Int64 {
    let (step, overflow) = second.subtractingReportingOverflow(first)
    guard !overflow else { return 0 }
    return step < 0 ? step &+ 86_400_000_000_000 : step
}

extension FieldCursor {
    /// Reads `hhmmss` with or without a fraction.
    mutating func timeOfDay(in bytes: Span<UInt8>) -> TimeOfDay? {
        guard let number = number(in: bytes) else { return nil }
        let (hour, minute, second) = number.pairs
        guard number.integerDigits == 6, !number.isNegative, hour < 24, minute < 60, second <= 60 else {
            return reject()
        }
        let seconds = (hour &* 60 &+ minute) &* 60 &+ second
        return TimeOfDay(nanoseconds: seconds &* 1_000_000_000 &+ number.billionths)
    }

    /// Reads the date `ddmmyy` as midnight at the start of that day.
    ///
    /// Years below 69 are in this century.
    ///
    /// POSIX and gpsd read two-digit years the same way, and no satellite receiver is older.
    mutating func midnight(in bytes: Span<UInt8>) -> UTCInstant? {
        guard let number = number(in: bytes) else { return nil }
        let (day, month, year) = number.pairs
        guard number.scale == 0, number.integerDigits == 6, !number.isNegative,
            let date = CalendarDate(
                year: Int(year < 69 ? 2000 + year : 1900 + year),
                month: Int(month),
                day: Int(day)
            )
        else { return reject() }
        return date.midnight
    }
}

extension FixedPoint {
    /// The integer digits except the last four, the two before the last two, and the last two.
    fileprivate var pairs: (Int64, Int64, Int64) {
        (whole / 10_000, whole / 100 % 100, whole % 100)
    }

    fileprivate var billionths: Int64 {
        let fraction = digits &- whole &* Self.powersOfTen[scale]
        return scale <= 9 ? fraction &* Self.powersOfTen[9 &- scale] : fraction / Self.powersOfTen[scale &- 9]
    }
}

/// A day of the proleptic Gregorian calendar.
package struct CalendarDate: Hashable, Codable, Sendable {
    package let year: Int

    /// The month, in `1...12`.
    package let month: Int

    /// The day of the month, from 1.
    package let day: Int

    /// Creates a day, or `nil` if the calendar has no such day or ``UTCInstant`` cannot represent all of it.
    package init?(year: Int, month: Int, day: Int) {
        let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lastDay = month == 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
        guard (1678...2261).contains(year), (1...12).contains(month), (1...lastDay).contains(day) else {
            return nil
        }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day `days` after 1970-01-01.
    ///
    /// The algorithm counts eras of 400 years from 1 March, so that the leap day is the last of its year
    /// (H. Hinnant, "chrono-Compatible Low-Level Date Algorithms"). No instant has a negative year.
    init(daysSince1970 days: Int) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    package var daysSince1970: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let leapDays = shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return shiftedYear * 365 + leapDays + dayOfYear - 719_468
    }

    package var midnight: UTCInstant { UTCInstant(secondsSince1970: Int64(daysSince1970) * 86_400) }
}

extension UTCInstant {
    package var date: CalendarDate {
        let (day, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: Self.nanosecondsPerDay)
        return CalendarDate(daysSince1970: Int(rest < 0 ? day - 1 : day))
    }

    /// The time since midnight UTC in nanoseconds, in `0..<86_400_000_000_000`.
    package var nanosecondsOfDay: Int64 {
        let remainder = nanosecondsSince1970 % Self.nanosecondsPerDay
        return remainder < 0 ? remainder + Self.nanosecondsPerDay : remainder
    }

    private static let nanosecondsPerDay: Int64 = 86_400_000_000_000
}

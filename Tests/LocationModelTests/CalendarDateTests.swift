import Testing

@testable import LocationModel

@Suite("A day of the calendar")
struct CalendarDateTests {
    @Test(
        "does not exist beyond the months and years that a date can have",
        arguments: [
            (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 1, 32), (2024, 4, 31),
            (2024, 2, 30), (2023, 2, 29), (2100, 2, 29), (1677, 12, 31), (2262, 1, 1),
        ]
    )
    func noDay(year: Int, month: Int, day: Int) {
        #expect(CalendarDate(year: year, month: month, day: day) == nil)
    }

    @Test("follows the day before, in all years that a date can have")
    func everyDay() throws {
        let first = try #require(CalendarDate(year: 1678, month: 1, day: 1))
        let last = try #require(CalendarDate(year: 2261, month: 12, day: 31))
        #expect(first.daysSince1970 == -106_650)
        var previous = first
        for number in (first.daysSince1970 + 1)...last.daysSince1970 {
            let date = CalendarDate(daysSince1970: number)
            let again = CalendarDate(year: date.year, month: date.month, day: date.day)
            let follows =
                date.day == previous.day + 1 && date.month == previous.month
                || date.day == 1 && previous.day >= 28 && date.month == previous.month % 12 + 1
            guard follows, again == date, date.daysSince1970 == number else {
                Issue.record("\(date), day \(date.daysSince1970), follows \(previous) as day \(number)")
                return
            }
            previous = date
        }
        #expect(previous == last)
    }
}

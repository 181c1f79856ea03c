import LocationModel
import Testing

@testable import WaymarkLab

@Suite("The times of use in a replay")
struct UseScheduleTests {
    /// Half past seven in the morning, in UTC.
    private static let start = UTCInstant(secondsSince1970: 1_800_000_000 - 1_800_000_000 % 86_400 + 27_000)

    private func isInUse(_ schedule: UseSchedule, after seconds: Int) -> Bool {
        schedule.isInUse(at: Self.start.advanced(by: .seconds(seconds)), .seconds(seconds))
    }

    private func nextChange(_ schedule: UseSchedule, after seconds: Int) -> Duration? {
        schedule.nextChange(after: Self.start.advanced(by: .seconds(seconds)), .seconds(seconds))
    }

    @Test("are times of each day, a night included")
    func daily() throws {
        let schedule = try #require(UseSchedule("08:00-09:00,22:00:30-06:00"))
        #expect(schedule.hasTimesOfDay)
        for day in 0..<3 {
            let start = day * 86_400
            #expect(!isInUse(schedule, after: start))
            #expect(isInUse(schedule, after: start + 1800))
            #expect(!isInUse(schedule, after: start + 5400), "the end is not part of it")
            #expect(isInUse(schedule, after: start + 60_000))
            #expect(nextChange(schedule, after: start) == .seconds(1800))
            #expect(nextChange(schedule, after: start + 1800) == .seconds(3600))
            #expect(nextChange(schedule, after: start + 5400) == .seconds(46_830))
        }
        #expect(isInUse(try #require(UseSchedule("07:00-24:00")), after: 50_000))
    }

    @Test("are times since the beginning, of which either end may be missing")
    func once() throws {
        let schedule = try #require(UseSchedule("-10min,1h-90min,2h-"))
        #expect(!schedule.hasTimesOfDay)
        let changes = [(0, true), (600, false), (3600, true), (5400, false), (7200, true), (100_000, true)]
        for (seconds, expected) in changes { #expect(isInUse(schedule, after: seconds) == expected) }
        #expect(nextChange(schedule, after: 0) == .seconds(600))
        #expect(nextChange(schedule, after: 600) == .seconds(3000))
        #expect(nextChange(schedule, after: 7200) == nil)
    }

    @Test(
        "are refused when a person cannot have meant them",
        arguments: [
            "", "sometimes", "08:00", "08:00-", "-09:00", "08:00-08:00", "24:00-08:00", "25:00-26:00",
            "8-09:00", "08:00-09:00,", "-", "1h-1h", "2h-1h", "1h-2h-3h", "10minutse-1h", "08:00-1h",
        ]
    )
    func refused(_ text: String) { #expect(UseSchedule(text) == nil) }
}

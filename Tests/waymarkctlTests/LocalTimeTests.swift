import CommandLineTool
import LocationModel
import Testing

@testable import waymarkctl

@Suite("A time on the command line")
struct LocalTimeTests {
    /// Sunday 2026-11-22, 06:30 in a zone that left summer time on October 25 at 01:00 UTC.
    private func clock() throws -> LocalTime {
        let change = try #require(UTCInstant("2026-10-25T01:00:00Z"))
        let now = try #require(UTCInstant("2026-11-22T05:30:00Z"))
        return LocalTime(now: now) { $0 < change ? .seconds(7200) : .seconds(3600) }
    }

    @Test(
        "is read in local time",
        arguments: [
            ("now", "2026-11-22T05:30:00Z"), ("today", "2026-11-21T23:00:00Z"),
            ("yesterday", "2026-11-20T23:00:00Z"), ("05:00", "2026-11-22T04:00:00Z"),
            ("05:00:30", "2026-11-22T04:00:30Z"), ("2026-11-22 05:00", "2026-11-22T04:00:00Z"),
            ("2026-11-22T05:00:01", "2026-11-22T04:00:01Z"), ("2026-11-22", "2026-11-21T23:00:00Z"),
            ("2026-10-24 12:00", "2026-10-24T10:00:00Z"), ("2026-10-25 12:00", "2026-10-25T11:00:00Z"),
            ("-2h", "2026-11-22T03:30:00Z"), ("-1h 30min", "2026-11-22T04:00:00Z"),
            ("-90s", "2026-11-22T05:28:30Z"), ("-3d", "2026-11-19T05:30:00Z"),
            ("2026-11-22T05:00:00Z", "2026-11-22T05:00:00Z"),
            ("2026-11-22T05:00:00+01:00", "2026-11-22T04:00:00Z"),
        ]
    )
    func times(text: String, instant: String) throws {
        #expect(try clock().instant(text) == UTCInstant(instant))
    }

    @Test("that ends something is to come, and not too late")
    func ends() throws {
        let clock = try clock()
        #expect(try clock.end(of: "31d", days: 31) == clock.now.advanced(by: .seconds(31 * 86_400)))
        #expect(try clock.end(at: "06:00", days: 31) == UTCInstant("2026-11-23T05:00:00Z"))
        let span = #expect(throws: Failure.self) { try clock.end(of: "32d", days: 31) }
        #expect(span?.message == "'32d' is too long; give at most 31d")
        let date = #expect(throws: Failure.self) { try clock.end(at: "2026-12-24", days: 31) }
        #expect(date?.message == "'2026-12-24' is too late; give a time within 31 days")
    }

    @Test(
        "is refused if it makes no sense, with what would be right",
        arguments: [
            ("yesterdy", "'yesterday' or 'now'"), ("25:00", "write '2026"), ("12:60", "write"),
            ("2026-02-30", "write"), ("-2x", "write"), ("-", "write"), ("", "write"),
            ("2026-11-22 5", "write"), ("5:00", "write"), ("a b c", "write"), ("2h", "write"),
        ]
    )
    func refused(text: String, correction: String) throws {
        let clock = try clock()
        let error = #expect(throws: Failure.self) { try clock.instant(text, of: "since") }
        let message = try #require(error?.message)
        #expect(error?.kind == .usage)
        #expect(
            message.hasPrefix("--since: '\(text)' is no time; ") && message.contains(correction),
            "\(message)"
        )
    }
}

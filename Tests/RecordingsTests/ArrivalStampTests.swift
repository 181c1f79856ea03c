import LocationModel
import Testing

@testable import Receivers

@Suite("A time stamp before a line")
struct ArrivalStampTests {
    private func read(_ line: String) -> (stamp: ArrivalStamp, rest: String)? {
        let bytes = Array(line.utf8)
        return ArrivalStamp.read(bytes.span).map {
            ($0.stamp, String(decoding: bytes[$0.end...], as: UTF8.self))
        }
    }

    @Test(
        "is parsed in the format of each program",
        arguments: [
            ("2026-11-21T08:00:13.525357Z $GP", ": ts '%FT%.TZ'", 1_795_248_013_525_357_000),
            ("2026-11-21T08:00:14.00597Z: $GP", "gpspipe -Zu", 1_795_248_014_005_970_000),
            ("2026-11-21T09:30:14+0130: $GP", "gpspipe -T '%FT%T%z: '", 1_795_248_014_000_000_000),
            ("2026-11-21T06:30:14-01:30 $GP", "RFC 3339", 1_795_248_014_000_000_000),
            ("2026-11-21 08:00:13 1795248013.879461: $GP", "gpspipe -uu", 1_795_248_013_879_461_000),
            ("1795248013.879461 $GP", "ts '%.s'", 1_795_248_013_879_461_000),
            ("(1795248013.879461) $GP", "candump", 1_795_248_013_879_461_000),
            ("1795248013879;N;$GP", "Signal K", 1_795_248_013_879_000_000),
            ("1795248013879461 $GP", "microseconds", 1_795_248_013_879_461_000),
            ("1795248013879461123,$GP", "nanoseconds", 1_795_248_013_879_461_123),
            ("1795248013 $GP", "ts '%s'", 1_795_248_013_000_000_000),
            ("\t 1795248013\t$GP", "a column of a table", 1_795_248_013_000_000_000),
        ] as [(String, String, Int64)]
    )
    func absolute(line: String, program: String, nanoseconds: Int64) throws {
        let (stamp, rest) = try #require(read(line))
        #expect(stamp == ArrivalStamp(scale: .utc, nanoseconds: nanoseconds))
        #expect(rest.hasSuffix("$GP") && rest.utf8.count <= 6)
    }

    @Test(
        "without a zone gives the time between lines",
        arguments: [
            ("2026-11-21 08:00:13: {", "2026-11-21 08:00:14: {", 1000),
            ("2026-11-21T08:00:13: {", "2026-11-21T08:01:13: {", 60_000),
            ("2026/11/21 08:00:13.814 $", "2026/11/21 08:00:13,914 $", 100),
            ("[2026-11-21 23:59:59.9] $", "[2026-11-22 00:00:00.1] $", 200),
            ("Feb 28 23:59:59 $", "Feb 29 00:00:00 $", 1000),
            ("Nov  1 08:00:13 host gpspipe[1]: $", "Nov  1 08:00:15 host gpspipe[1]: $", 2000),
            ("0.000011 $", "1.500011 $", 1500), ("  12.5 $", "  12.25 $", -250),
            ("08:00:13.879 $", "08:00:14.879 $", 1000), ("23:59:59 $", "00:00:01 $", 2000),
        ] as [(String, String, Int)]
    )
    func relative(earlier: String, later: String, milliseconds: Int) throws {
        let first = try #require(read(earlier)).stamp
        let second = try #require(read(later)).stamp
        #expect(first.duration(to: second) == .milliseconds(milliseconds))
        #expect(first.instant(ofDayTime: 0) == nil)
        #expect(ArrivalStamp(scale: .utc, nanoseconds: 5).duration(to: second) == nil, "it has another scale")
    }

    @Test(
        "is not found in anything else",
        arguments: [
            "", " ", "$GPRMC,081836.75,A", "\\s:rx,c:1795248013*51\\$GP", "{\"class\":\"TPV\"}",
            "1795248013", "1 $GP", "123456 $GP", "2026-13-21 08:00:13 $GP", "2026-11-21T25:00:13Z $GP",
            "2026-11-21 $GP", "99999999999 $GP", "123456789012345678901234567890 $GP", "Nox 21 08:00:13 $GP",
            "1795248013a $GP", "08:00 $GP", "NMEA,$GPGGA", "0x1795248013 $", "1.2.3.4 $",
            "2026-11-21 0800:13 $GP", "# 2026-11-21",
        ]
    )
    func none(line: String) { #expect(read(line) == nil) }

    @Test(
        "gives the date of a time of day near it",
        arguments: [
            ("2026-11-21T08:00:01Z", "2026-11-21T08:00:00Z", "2026-11-21T08:00:00Z"),
            ("2026-11-21T00:00:01Z", "2026-11-20T23:59:59.5Z", "2026-11-20T23:59:59.5Z"),
            ("2026-12-31T23:59:59Z", "2027-01-01T00:00:01Z", "2027-01-01T00:00:01Z"),
            ("2026-11-21T08:00:00Z", "2026-11-21T08:05:00Z", "2026-11-21T08:05:00Z"),
            ("2026-11-21T08:00:00Z", "2026-11-21T08:05:01Z", nil),
            ("2026-11-21T08:00:00Z", "2026-11-21T20:00:00Z", nil),
        ] as [(String, String, String?)]
    )
    func dates(stamp: String, dayTime: String, expected: String?) throws {
        let stamp = try #require(UTCInstant(stamp))
        let dayTime = try #require(UTCInstant(dayTime))
        let told = ArrivalStamp(scale: .utc, nanoseconds: stamp.nanosecondsSince1970)
            .instant(ofDayTime: dayTime.nanosecondsOfDay)
        #expect(told == expected.flatMap { UTCInstant($0) })
    }
}

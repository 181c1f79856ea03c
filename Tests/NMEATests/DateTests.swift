import LocationModel
import NMEA
import Testing

@Suite("The time of an epoch")
struct DateTests {
    private func zda(_ time: String, _ date: String) -> String { sentence("GPZDA,\(time),\(date),00,00") }

    private func times(_ stream: String, _ dates: DateRule = .asRecorded) -> [String?] {
        epochs(of: stream, dates: dates).map { $0.fix?.time?.description }
    }

    @Test(
        "continues across midnight, the end of a month, of February and of a year",
        arguments: [
            ("150624", "2024-06-15T23:59:59Z", "2024-06-16T00:00:00Z"),
            ("300624", "2024-06-30T23:59:59Z", "2024-07-01T00:00:00Z"),
            ("280224", "2024-02-28T23:59:59Z", "2024-02-29T00:00:00Z"),
            ("311225", "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"),
        ]
    )
    func midnight(_ date: String, _ before: String, _ after: String) {
        #expect(times(rmc("235959", date) + gga("000000")) == [before, after])
        // In both orders, and with the date only in the later sentence of the epoch.
        #expect(times(gga("235959") + rmc("235959", date) + gga("000000")) == [before, after])
    }

    @Test(
        "in a leap second is the first second of the next day, and one epoch",
        arguments: [("311216", "2017-01-01"), ("300615", "2015-07-01")]
    )
    func leapSecond(_ date: String, _ next: String) {
        let stream = ["235959", "235960", "000000", "000001"].map { time in
            gga(time) + (time < "2" ? "" : rmc(time, date))
        }
        let after: [String?] = ["00", "00", "01"].map { "\(next)T00:00:\($0)Z" }
        #expect(times(stream.joined()).dropFirst() == after[...])
        #expect(times(rmc("235960.500", date)) == ["\(next)T00:00:00.500Z"])
        #expect(times(rmc("235961", date)) == [])
    }

    @Test("survives any date at the end of the calendar and any number of midnights after it")
    func endOfTime() {
        let days = (0..<300).map { _ in gga("080000") + gga("160000") + gga("235959") }.joined()
        #expect(times(zda("235959", "31,12,2261") + gga("235959") + days).count == 901)
    }

    @Test("is missing until the first date, and then continues from it")
    func late() {
        let found = times(gga("235957") + gga("235958") + rmc("235959", "311225") + gga("000000"))
        #expect(found == [nil, nil, "2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"])
    }

    @Test(
        "goes on through a second with another date, and follows one that stays",
        arguments: ["140624", "160624", "060180"]
    )
    func wrong(_ date: String) {
        let before = (10..<13).map { rmc("1200\($0)", "150624") }.joined()
        let after = (14..<17).map { rmc("1200\($0)", "150624") }.joined()
        let found = times(before + rmc("120013", date) + after)
        #expect(found == (10..<17).map { "2024-06-15T12:00:\($0)Z" })
        let staying = times(before + (13..<20).map { rmc("1200\($0)", date) }.joined())
        #expect(staying[3...4] == ["2024-06-15T12:00:13Z", "2024-06-15T12:00:14Z"])
        #expect(staying[5...].allSatisfy { $0?.hasPrefix("2024-06-15") == false })
    }

    @Test(
        "follows the second date at once if the first one was wrong",
        arguments: ["140624", "160624", "060180"]
    )
    func wrongFirst(_ date: String) {
        let right = (11..<16).map { rmc("1200\($0)", "150624") }.joined()
        let found = times(rmc("120010", date) + right)
        #expect(found[0]?.hasPrefix("2024-06-15") == false)
        #expect(found.dropFirst() == (11..<16).map { "2024-06-15T12:00:\($0)Z" }[...])
        // After a gap the receiver may have been started again.
        let later = (11..<16).map { rmc("1300\($0)", "150624") }.joined()
        #expect(times(right + rmc("130010", date) + later).dropFirst(6) == times(later)[...])
    }

    @Test("is not a date of long before the release for a live receiver, at its start or later")
    func impossible() throws {
        let clock = try #require(UTCInstant("2026-11-29T00:00:00Z"))
        func seconds(_ range: Range<Int>, _ date: String) -> String {
            range.map { rmc("1200\($0)", date) }.joined()
        }
        let text = seconds(10..<13, "060180") + seconds(13..<20, "291126") + seconds(20..<30, "060180")
        let found = times(text, .live(clock: clock))
        #expect(found == [nil, nil, nil] + (13..<30).map { "2026-11-29T12:00:\($0)Z" })
    }

    @Test("is that of the new day although RMC is a second late with it")
    func lateMidnight() {
        let found = times(rmc("235959", "310526") + rmc("000000", "310526") + rmc("000001", "010626"))
        #expect(found == ["2026-05-31T23:59:59Z", "2026-06-01T00:00:00Z", "2026-06-01T00:00:01Z"])
    }

    @Test("comes from ZDA rather than RMC, in any order")
    func precedence() {
        let expected = ["2018-12-06T12:00:00Z"]
        #expect(times(zda("120000", "06,12,2018") + rmc("120000", "060599")) == expected)
        #expect(times(rmc("120000", "060599") + zda("120000", "06,12,2018")) == expected)
    }
}

@Suite("A week rollover")
struct WeekRolloverTests {
    private func time(_ date: String, _ rule: DateRule) -> String? {
        epochs(of: rmc("120000", date), dates: rule).first?.fix?.time?.description
    }

    @Test(
        "missed by a live receiver is corrected by the clock, and one in a recording is not",
        arguments: [
            // Seen in 2019, when week 2048 began on 7 April.
            ("230899", "2019-04-10T00:00:00Z", "2019-04-08T12:00:00Z"),
            // One rollover behind in 2026; two behind, the age of the first GPS receivers.
            ("070407", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00Z"),
            ("220887", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00Z"),
            // The next rollover, on 21 November 2038.
            ("070419", "2038-11-21T00:00:00Z", "2038-11-21T12:00:00Z"),
            // The first rollover, on 22 August 1999.
            ("070180", "1999-08-22T00:00:00Z", "1999-08-23T12:00:00Z"),
            // A correct receiver with a clock that is years behind, and one that is ahead.
            ("211126", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00Z"),
            ("211126", "2020-01-01T00:00:00Z", "2026-11-21T12:00:00Z"),
            ("211126", "2035-01-01T00:00:00Z", "2026-11-21T12:00:00Z"),
            // A receiver that is ahead, such as one corrected by hand.
            ("070746", "2026-11-21T00:00:00Z", "2026-11-21T12:00:00Z"),
            ("070407", nil, "2007-04-07T12:00:00Z"),
        ] as [(String, String?, String)]
    )
    func rollover(_ date: String, _ clock: String?, _ expected: String) throws {
        let clock = try clock.map { try #require(UTCInstant($0)) }
        #expect(time(date, clock.map { DateRule.near($0) } ?? .asRecorded) == expected)
    }

    @Test("is not corrected by a clock that was never set")
    func unset() {
        #expect(DateRule.live(clock: UTCInstant(secondsSince1970: 0)) == .near(DateRule.release))
        #expect(time("211126", .live(clock: UTCInstant(secondsSince1970: 0))) == "2026-11-21T12:00:00Z")
        let later = DateRule.release.advanced(by: .seconds(86_400))
        #expect(DateRule.live(clock: later) == .near(later))
    }
}

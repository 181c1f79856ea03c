import LocationModel
import NMEA
import Testing

@Suite("Dates in real recordings", .enabled(if: Recordings.exist, Recordings.absence))
struct RecordedDateTests {
    private func times(_ name: String, _ dates: DateRule = .asRecorded) throws -> [UTCInstant?] {
        var decoder = NMEADecoder(dates: dates)
        var times: [UTCInstant?] = []
        let take = { (epoch: Epoch) in
            switch epoch {
            case .fix(let fix): times.append(fix.time)
            case .noFix(let time, _): times.append(time)
            }
        }
        let bytes = try Recordings.bytes(of: name)
        decoder.decode(bytes.span, take)
        decoder.finish(take)
        return times
    }

    @Test(
        "are corrected by the clock after the rollover of 2019 (GP-320FW)"
    )
    func rollover() throws {
        let log = "gpsd/gp-320fw-2019-04-07-coldboot.log"
        let lost = try #require(UTCInstant("1999-08-22T00:00:00Z"))
        let day = try #require(UTCInstant("2019-04-07T00:00:00Z"))
        let recorded = try times(log).compactMap { $0 }
        #expect(recorded.filter { $0.date == lost.date }.count >= 9)
        #expect(recorded.filter { $0.date == day.date }.count <= 2)
        let live = try times(log, .near(day)).compactMap { $0 }
        #expect(live.count == recorded.count)
        #expect(live.filter { $0.date == lost.date } == [])
        #expect(live.filter { $0.date == day.date }.count >= 9)
    }

    @Test(
        "of a live receiver are not corrected if the clock is near",
        arguments: ["quectel", "beidou-gb", "rst39"]
    )
    func near(_ log: String) throws {
        let recorded = try times("gpsd/\(log).log")
        let first = try #require(recorded.compactMap { $0 }.first)
        #expect(
            try times("gpsd/\(log).log", .near(first.advanced(by: .seconds(9 * 365 * 86_400)))) == recorded
        )
    }

    @Test("begin at midnight with the error estimate of the previous day (Seapath)")
    func midnight() throws {
        let found = try times("openrvdas-SKQ201822S-ins-seapath-position-2018-12-06")
        #expect(found.first??.description == "2018-12-06T00:00:00.690Z")
        #expect(found.count == 500)
        for (earlier, later) in zip(found, found.dropFirst()) {
            #expect(try #require(earlier).duration(to: try #require(later)) == .seconds(1))
        }
    }

    @Test("are missing in the first epochs of a receiver that sends GGA before RMC (gp-320fw)")
    func late() throws {
        let found = try times("gpsd/gp-320fw-2019-03-28.log")
        #expect(found.prefix(while: { $0 == nil }).count == 1)
        #expect(found.dropFirst().allSatisfy { $0?.date == CalendarDate(year: 2019, month: 3, day: 28) })
    }

    @Test(
        "are missing in a recording without dates, which has only times of day",
        arguments: ["signalk-plaka.nmea", "gpsd/sounder.log"]
    )
    func never(_ name: String) throws {
        var decoder = NMEADecoder()
        var timesOfDay = 0
        let bytes = try Recordings.bytes(of: name)
        func check(_ epoch: Epoch, _ timeOfDay: TimeOfDay?) {
            #expect(epoch.fix?.time == nil)
            timesOfDay += timeOfDay == nil ? 0 : 1
        }
        decoder.decode(bytes.span, headings: { _ in }, check)
        #expect(timesOfDay > 100)
    }
}

import LocationModel
import NMEA
import Testing

@Suite("Dates in real recordings", .enabled(if: Recordings.exist, Recordings.absence))
struct RecordedDateTests {
    private func times(_ name: String, _ dates: DateRule = .asRecorded) throws -> [UTCInstant?] {
        decoded(try Recordings.bytes(of: name), dates: dates).epochs.map { epoch in
            switch epoch {
            case .fix(let fix): fix.time
            case .noFix(let time, _): time
            }
        }
    }

    @Test("are corrected by the clock after the rollover of 2019 (GP-320FW)")
    func rollover() throws {
        let log = "gpsd/gp-320fw-2019-04-07-coldboot.log"
        let lost = try #require(UTCInstant("1999-08-22T00:00:00Z"))
        let day = try #require(UTCInstant("2019-04-07T00:00:00Z"))
        let recorded = try times(log).compactMap { $0 }
        // The first epoch with another date keeps the one before.
        #expect(recorded.filter { $0.date == lost.date }.count >= 8)
        #expect(recorded.filter { $0.date == day.date }.count <= 2)
        let live = try times(log, .near(day)).compactMap { $0 }
        #expect(live.count == recorded.count)
        #expect(live.filter { $0.date == lost.date } == [])
        #expect(live.filter { $0.date == day.date }.count >= 9)
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

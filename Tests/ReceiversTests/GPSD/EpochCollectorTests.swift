import LocationModel
import NMEA
import Testing

@Suite("An epoch of several reports of gpsd")
struct EpochCollectorTests {
    private let start = MonotonicInstant.systemEpoch + .seconds(100)
    private let time = UTCInstant(secondsSince1970: 1_778_567_400)

    private func report(_ time: UTCInstant) -> GPSDMessage {
        .report(time: time, epoch: .noFix(time: time, satellites: SatelliteCount()))
    }

    @Test(
        "is complete after 0.3 reporting intervals of quiet, which follow from steps of 20 ms to a minute",
        arguments: [
            (20, 20), (19, 300), (60, 20), (70, 21), (1000, 300), (1600, 480), (2000, 500), (60_000, 500),
            (60_001, 300), (-1000, 300),
        ]
    )
    func quiet(step: Int, quiet: Int) {
        var collector = EpochCollector()
        #expect(collector.record(report(time), at: start) == nil)
        let second = report(time.advanced(by: .milliseconds(step)))
        let first = Epoch.noFix(time: time, satellites: SatelliteCount())
        #expect(collector.record(second, at: start)?.epoch == first)
        #expect(collector.deadline == start + .milliseconds(quiet))
        #expect(collector.flushIfQuiet(at: start + .milliseconds(quiet - 1)) == nil)
        #expect(collector.flushIfQuiet(at: start + .milliseconds(quiet)) != nil)
        #expect(!collector.isCollecting && collector.deadline == nil)
    }

    @Test("is complete after one interval, however much follows")
    func noisy() {
        var collector = EpochCollector()
        _ = collector.record(report(time), at: start)
        for tenth in 1...9 { _ = collector.record(report(time), at: start + .milliseconds(100 * tenth)) }
        #expect(collector.deadline == start + .seconds(1))
    }

    @Test("has the satellites of a report that is at most two intervals old")
    func satellites() {
        for (age, isUsed) in [(2000, true), (2001, false)] {
            var collector = EpochCollector()
            let satellites = SatelliteCount(used: 7, inView: 9)
            _ = collector.record(.sky(satellites, horizontalDilution: 1), at: start)
            _ = collector.record(report(time), at: start + .milliseconds(age))
            let expected = Epoch.noFix(time: time, satellites: isUsed ? satellites : SatelliteCount())
            #expect(collector.flush()?.epoch == expected)
        }
    }

    @Test("is its most complete report, whichever value the later one lacks")
    func mostComplete() throws {
        let place = try #require(Coordinate(latitudeDegrees: 52.5, longitudeDegrees: 13.4))
        var full = Fix(time: time, coordinate: place, mode: .threeDimensional, quality: .autonomous)
        full.accuracy = FixAccuracy(
            horizontal68Meters: 6,
            horizontal95Meters: 10,
            vertical68Meters: 8,
            source: .expectedErrors
        )
        full.altitudeMeters = 34
        full.geoidSeparationMeters = 44
        full.speedMetersPerSecond = 3
        full.courseDegrees = 90
        let losses: [(inout Fix) -> Void] = [
            { $0.accuracy = nil }, { $0.accuracy?.vertical68Meters = nil }, { $0.altitudeMeters = nil },
            { $0.geoidSeparationMeters = nil }, { $0.speedMetersPerSecond = nil }, { $0.courseDegrees = nil },
            { $0.mode = .twoDimensional }, { $0.quality = .unknown },
        ]
        for lose in losses {
            var lacking = full
            lose(&lacking)
            var collector = EpochCollector()
            _ = collector.record(.report(time: time, epoch: .fix(full)), at: start)
            _ = collector.record(.report(time: time, epoch: .fix(lacking)), at: start)
            #expect(collector.flush()?.epoch == .fix(full))
        }
    }

    @Test("ignores a report that is late")
    func late() {
        var collector = EpochCollector()
        _ = collector.record(report(time), at: start)
        #expect(collector.flush() != nil)
        #expect(collector.record(report(time), at: start) == nil && !collector.isCollecting)
    }

    @Test("has the deviations of its own time, and those that have none")
    func deviations() throws {
        let accuracy = FixAccuracy(radiusMeters: 2, source: .standardDeviations)
        let place = try #require(Coordinate(latitudeDegrees: 48, longitudeDegrees: 8))
        let fix = Fix(time: time, coordinate: place)
        for (deviationsTime, isUsed) in [(time, true), (nil, true), (time.advanced(by: .seconds(1)), false)] {
            var collector = EpochCollector()
            _ = collector.record(.report(time: time, epoch: .fix(fix)), at: start)
            _ = collector.record(.deviations(time: deviationsTime, accuracy), at: start)
            guard case .fix(let collected)? = collector.flush()?.epoch else {
                Issue.record("no fix")
                continue
            }
            #expect((collected.accuracy?.source == .standardDeviations) == isUsed)
        }
    }
}

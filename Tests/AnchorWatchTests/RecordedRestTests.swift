import Lab
import LocationModel
import Receivers
import TestSupport
import Testing
import WaymarkEngine

/// Real receivers at rest, for hours.
///
/// Each fix is taken for believed, which is harder than in the service. The anchor is "dropped" each hour on a short chain,
/// first when the receiver has been on for ten minutes: the first positions of a phone indoors are 100 m off.
@Suite("The anchor watch over recordings at rest") struct RecordedRestTests {
    static let recordings = [
        "philipsargent-2024-04-28-0300.nmea", "philipsargent-2026-02-07-1041.nmea",
        "days/philipsargent_gpx.2025-11-16.day.gpx", "days/philipsargent_gpx.kythnos-test.gpx",
    ]

    @Test(
        "tells no drag",
        .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence)),
        arguments: recordings
    )
    func rest(name: String) throws {
        let rode = try #require(AnchorRode(chainMeters: 20, depthMeters: 5, bowMeters: 5))
        let receiver = RecordingReceiver(
            name: name,
            path: Checkout.recordings + "/" + name,
            pace: .unlimited,
            foreign: foreignFormats
        )
        var now = Moment(instant: .systemEpoch, utc: UTCInstant(secondsSince1970: 0))
        var watch: AnchorWatch?
        var droppedAt: MonotonicInstant?
        var (drags, drops) = (0, 0)
        receiver.start(at: now)
        while let next = receiver.nextDeadline {
            now = now.advanced(by: max(.zero, now.instant.duration(to: next)))
            for case .epoch(.fix(let fix), let observedAt) in receiver.advance(at: now) {
                let moment = Moment(instant: observedAt, utc: now.utc)
                let wait: Duration = watch == nil ? .seconds(600) : .seconds(3600)
                droppedAt = droppedAt ?? observedAt
                if droppedAt.map({ $0.duration(to: observedAt) > wait }) ?? false {
                    watch = AnchorWatch(rode, at: fix, heading: nil, now: moment)
                    droppedAt = observedAt
                    drops += 1
                }
                _ = watch?.advance(at: moment)
                let at = observedAt
                let change = watch?.consider(fix, isBelieved: true, heading: nil, observedAt: at, at: moment)
                if case .dragging = change { drags += 1 }
            }
        }
        #expect(drops > 0)
        #expect(drags == 0)
    }
}

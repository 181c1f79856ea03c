import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@Suite(
    "Over the recordings of real receivers, the significant change",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct ScoringTests {
    private static func score(
        _ detector: Detector,
        _ tracks: [[TrackPoint]] = RecordedTrack.all.map(\.points),
        _ references: [ReferenceTrack] = ReferenceTrack.ofAll
    ) -> DetectorScore {
        var score = DetectorScore()
        for (track, reference) in zip(tracks, references) {
            score.add(track, reference, events: detector.events(track))
        }
        return score
    }

    static func scores(_ name: String, _ tracks: [[TrackPoint]], _ references: [ReferenceTrack])
        -> [DetectorScore]
    {
        printCells("detector", ["hours"] + DetectorScore.headings)
        return detectors.map { detector in
            let score = score(detector, tracks, references)
            printRow(name + detector.name, [score.hours] + score.figures)
            return score
        }
    }

    @Test("is never false, misses nothing, and is as prompt as comparing raw fixes")
    func table() {
        let scores = Self.scores("", RecordedTrack.all.map(\.points), ReferenceTrack.ofAll)
        let (level, score) = (scores[0], scores[1])
        #expect(score.falseEvents == 0)
        #expect(score.missed <= level.missed)
        #expect(score.staleSecondsPerHour <= level.staleSecondsPerHour + 0.3)
        #expect(score.events >= level.events - RecordedTrack.all.count)
    }

    @Test("keeps quiet at rest with short distances, at most as often as the raw fixes beyond their error do")
    func shortDistances() {
        let tracks = [RecordedTrack.longAtRest, .phoneAtRest]
        let hours = tracks.reduce(0.0) { $0 + RecordedTrack.seconds(of: $1.points) / 3600 }
        print("\nat rest, \(Int(hours)) h: distance, false events/h of raw fixes, beyond the error, Waymark")
        for meters in [20.0, 50, 100] {
            let counts = [
                Detector.raw(meters: meters), .raw(meters: meters, beyondError: true),
                .significantChange(SignificantChange.Settings(distanceMeters: meters, interval: .zero)),
            ].map { detector in tracks.reduce(0) { $0 + detector.events($1.points).count - 1 } }
            printRow("\(meters) m", counts.map { Double($0) / hours })
            #expect(counts[2] <= counts[1])
        }
    }

    @Test("survives faults put into them", arguments: InjectedFault.all)
    func faults(_ fault: InjectedFault) {
        let tracks = RecordedTrack.all.map { fault.applied(to: $0.points) }
        let level = Self.score(.raw(meters: 500, seconds: 300), tracks)
        let score = Self.score(.significantChange, tracks)
        printRow(fault.name + ": raw", [level.hours] + level.figures)
        printRow(fault.name + ": Waymark", [score.hours] + score.figures)
        #expect(score.falseEvents <= fault.mostFalseEvents)
        #expect(score.missed <= level.missed + fault.mostMissed)
        #expect(score.staleSecondsPerHour <= level.staleSecondsPerHour + fault.mostDelay)
    }

    /// In days of people, whose phones wander at rest, one detector or the other is false.
    @Test("is false once in whole days of people, and misses nothing")
    func days() {
        let scores = Self.scores("days: ", RecordedTrack.days.map(\.points), ReferenceTrack.ofDays)
        let (level, score) = (scores[0], scores[1])
        #expect(score.falseEvents <= 1)
        #expect(score.missed == 0)
        #expect(score.staleSecondsPerHour <= 5)
        #expect(score.events >= level.events - 20)
    }

    /// The level and Waymark's, which are checked, and others beside them.
    private static let detectors: [Detector] =
        [.raw(meters: 500, seconds: 300), .significantChange]
        + (RecordedTrack.areTablesWhole
            ? [.raw(meters: 500), .raw(meters: 500, seconds: 300, beyondError: true), .median] : [])
}

import LocationModel
import TestSupport
import Testing

@Suite(
    "Over the recordings of real receivers, the duty cycle",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct ScoringPowerTests {
    /// The fixed periods that the duty cycle is compared with, in seconds.
    private static let periods = RecordedTrack.areTablesWhole ? [10.0, 30, 60, 120, 300] : [60, 120]

    /// How long receivers take to their first fix, in seconds; nothing but 0 is checked.
    private static let starts = RecordedTrack.areTablesWhole ? [0.0, 2, 10] : [0]

    /// Prints a table, and returns the scores of the fixed periods, and of the duty cycle with receivers that have a fix
    /// at once.
    static func scores(_ name: String, _ tracks: [[TrackPoint]], _ references: [ReferenceTrack]) async
        -> (periods: [Double: PowerScore], own: PowerScore)
    {
        func score(_ rule: PowerRule) async -> PowerScore {
            var score = PowerScore()
            for (track, reference) in zip(tracks, references) {
                // Tests that wait for answers share the threads.
                await Task.yield()
                score.add(track, reference, rule.use(track))
            }
            let figures = [score.fixesPerHour, score.onSecondsPerHour] + score.changes.figures
            printRow(name + rule.name, figures)
            return score
        }
        printCells("rule", ["fixes/h", "on s/h"] + DetectorScore.headings)
        var scores: [Double: PowerScore] = [:]
        for period in periods { scores[period] = await score(.fixedPeriod(period)) }
        var own = PowerScore()
        for seconds in starts {
            let each = await score(.engine(startSeconds: seconds))
            if seconds == 0 { own = each }
        }
        return (scores, own)
    }

    @Test("costs fewer fixes than any fixed period that is as prompt")
    func table() async {
        let tracks = RecordedTrack.all.map(\.points)
        let (periods, own) = await Self.scores("", tracks, ReferenceTrack.ofAll)
        #expect(own.changes.falseEvents == 0)
        #expect(own.fixesPerHour <= 20)
        #expect(own.onSecondsPerHour <= 260)
        #expect(own.changes.missed == 0)
        #expect(own.changes.staleSecondsPerHour <= 15)
        for period in periods.values
        where period.fixesPerHour < 100 && period.fixesPerHour > own.fixesPerHour {
            #expect(own.changes.staleSecondsPerHour < period.changes.staleSecondsPerHour)
        }
    }

    @Test("costs at most 26 fixes an hour over all days of people, whose loggers were off between trips")
    func days() async throws {
        let tracks = RecordedTrack.days.map(\.points)
        let (periods, own) = await Self.scores("days: ", tracks, ReferenceTrack.ofDays)
        #expect(own.changes.falseEvents == 0)
        #expect(own.fixesPerHour <= 26)
        #expect(own.changes.missed <= 1)
        #expect(own.changes.staleSecondsPerHour <= 25)
        let eachMinute = try #require(periods[60])
        #expect(own.changes.staleSecondsPerHour < eachMinute.changes.staleSecondsPerHour)
    }

    /// Whether a pause ends before a gap does or after it is luck, and these recordings have few gaps.
    @Test("finds the sky again soon after a gap, wherever in a pause the gap ends")
    func gaps() async {
        let names: Set = ["gpx-animator-bikeride.gpx", "srtm-py-grmada.gpx", "splosch-20150917.nmea"]
        let starts = stride(from: 0.0, to: 600, by: 75)
        let tracks = RecordedTrack.all.filter { names.contains($0.name) }.flatMap { track in
            starts.map { Self.points(of: track, from: $0) }
        }
        let own = await Self.scores("gaps: ", tracks, tracks.map { ReferenceTrack($0) }).own
        #expect(own.changes.staleSecondsPerHour + own.changes.staleSecondsPerHourBesideGaps <= 95)
    }

    private static func points(of track: RecordedTrack, from start: Double) -> [TrackPoint] {
        let points = track.points.drop { $0.seconds < start }
        let first = points.first?.seconds ?? 0
        return points.map { TrackPoint(seconds: $0.seconds - first, fix: $0.fix) }
    }
}

import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@Suite(
    "Over the recordings of real receivers, the duty cycle",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct ScoringPowerTests {
    /// Those that go on while the machine rests.
    ///
    /// The others leave out rests, which looks like a receiver without a sky: they cost searches in vain, and show
    /// nobody's delay.
    private static let gapless = Set(RecordedTrack.all.map(\.name)).subtracting(withGaps)
    private static let withGaps: Set = [
        "gpx-animator-bikeride.gpx", "srtm-py-grmada.gpx", "splosch-20150917.nmea",
    ]

    private static func score(
        _ rule: PowerRule,
        _ tracks: [RecordedTrack] = RecordedTrack.all,
        _ references: [ReferenceTrack] = ReferenceTrack.ofAll
    ) async -> (all: PowerScore, gapless: PowerScore) {
        var (all, gapless) = (PowerScore(), PowerScore())
        for (track, reference) in zip(tracks, references) {
            // Tests that wait for answers share the threads.
            await Task.yield()
            let use = rule.use(track.points)
            all.add(track.points, reference, use)
            if Self.gapless.contains(track.name) { gapless.add(track.points, reference, use) }
        }
        return (all, gapless)
    }

    /// The fixed periods that the duty cycle is compared with, in seconds.
    static let periods = RecordedTrack.areTablesWhole ? [10.0, 30, 60, 120, 300] : [60, 120]

    /// How long receivers take to their first fix, in seconds; nothing but 0 is checked.
    private static let starts = RecordedTrack.areTablesWhole ? [0.0, 2, 10] : [0]

    @Test("costs fewer fixes than any fixed period that is as prompt")
    func table() async {
        print(Self.heading)
        var periods: [PowerScore] = []
        for period in Self.periods {
            let rule = PowerRule.fixedPeriod(period)
            let score = await Self.score(rule)
            periods.append(score.all)
            print(Self.row(rule.name, score.all))
            print(Self.row("  without recordings with gaps", score.gapless))
        }
        for seconds in Self.starts {
            let rule = PowerRule.engine(DutyCycle.Settings(), startSeconds: seconds)
            let score = await Self.score(rule)
            print(Self.row(rule.name, score.all))
            print(Self.row("  without recordings with gaps", score.gapless))
            guard seconds == 0 else { continue }
            #expect(score.all.changes.falseEvents == 0)
            #expect(score.all.fixesPerHour <= 20)
            #expect(score.all.onSecondsPerHour <= 260)
            #expect(score.all.changes.missed == 0)
            #expect(score.all.changes.staleSecondsPerHour <= 15)
            #expect(score.gapless.changes.staleSecondsPerHour <= 10)
            for period in periods
            where period.fixesPerHour < 100 && period.fixesPerHour > score.all.fixesPerHour {
                #expect(score.all.changes.staleSecondsPerHour < period.changes.staleSecondsPerHour)
            }
        }
    }

    @Test("costs at most 26 fixes an hour over all days of people, whose loggers were off between trips")
    func days() async {
        print(Self.heading)
        var eachMinute = PowerScore()
        for period in Self.periods {
            let rule = PowerRule.fixedPeriod(period)
            let score = await Self.score(rule, RecordedTrack.days, ReferenceTrack.ofDays).all
            if period == 60 { eachMinute = score }
            print(Self.row("days: " + rule.name, score))
        }
        for seconds in Self.starts {
            let rule = PowerRule.engine(DutyCycle.Settings(), startSeconds: seconds)
            let score = await Self.score(rule, RecordedTrack.days, ReferenceTrack.ofDays).all
            print(Self.row("days: " + rule.name, score))
            guard seconds == 0 else { continue }
            #expect(score.changes.falseEvents == 0)
            #expect(score.fixesPerHour <= 26)
            #expect(score.changes.missed <= 1)
            #expect(score.changes.staleSecondsPerHour <= 25)
            #expect(score.changes.staleSecondsPerHour < eachMinute.changes.staleSecondsPerHour)
        }
    }

    /// Whether a pause ends before a gap does or after it is luck, and these recordings have few gaps.
    @Test("finds the sky again soon after a gap, wherever in a pause the gap ends")
    func gaps() async {
        let starts = stride(from: 0.0, to: 600, by: 75)
        print("\nrecordings with gaps, begun \(Array(starts).count) times")
        for seconds in Self.starts {
            let rule = PowerRule.engine(DutyCycle.Settings(), startSeconds: seconds)
            var score = PowerScore()
            for track in RecordedTrack.all where Self.withGaps.contains(track.name) {
                for start in starts {
                    await Task.yield()
                    let points = Self.points(of: track, from: start)
                    score.add(points, ReferenceTrack(points), rule.use(points))
                }
            }
            print(Self.row(rule.name, score))
            guard seconds == 0 else { continue }
            #expect(score.changes.staleSecondsPerHour + score.changes.staleSecondsPerHourBesideGaps <= 95)
        }
    }

    private static func points(of track: RecordedTrack, from start: Double) -> [TrackPoint] {
        let points = track.points.drop { $0.seconds < start }
        let first = points.first?.seconds ?? 0
        return points.map { TrackPoint(seconds: $0.seconds - first, fix: $0.fix) }
    }

    static let heading =
        "\nrule                               fixes/h    on s/h  events/h    false   missed stale s/h  "
        + "beside gaps: missed, stale s/h"

    static func row(_ name: String, _ score: PowerScore) -> String {
        let changes = score.changes
        let cells = [
            score.fixesPerHour, score.onSecondsPerHour, Double(changes.events) / changes.hours,
            Double(changes.falseEvents), Double(changes.missed), changes.staleSecondsPerHour,
            Double(changes.missedBesideGaps), changes.staleSecondsPerHourBesideGaps,
        ].map { String(($0 * 10).rounded() / 10) }
        return name.prefix(34) + String(repeating: " ", count: max(0, 35 - name.utf8.count))
            + cells.map { String(repeating: " ", count: max(0, 9 - $0.utf8.count)) + $0 }.joined()
    }
}

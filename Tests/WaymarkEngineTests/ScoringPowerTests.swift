import LocationModel
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
    private static let gapless: Set<String> = Set(RecordedTrack.all.map(\.name))
        .subtracting(["gpx-animator-bikeride.gpx", "srtm-py-grmada.gpx", "splosch-20150917.nmea"])

    private static func score(_ rule: PowerRule) -> (all: PowerScore, gapless: PowerScore) {
        var (all, gapless) = (PowerScore(), PowerScore())
        for (track, reference) in zip(RecordedTrack.all, ReferenceTrack.ofAll) {
            let use = rule.use(track.points)
            all.add(track.points, reference, use)
            if Self.gapless.contains(track.name) { gapless.add(track.points, reference, use) }
        }
        return (all, gapless)
    }

    @Test("costs fewer fixes than any fixed period that is as prompt")
    func table() {
        print("\nrule                                 fixes/h    on s/h  events/h  false  missed  stale s/h")
        var periods: [PowerScore] = []
        for period in [10.0, 30, 60, 120, 300] {
            let rule = PowerRule.fixedPeriod(period)
            let score = Self.score(rule)
            periods.append(score.all)
            print(Self.row(rule.name, score.all))
            print(Self.row("  without recordings with gaps", score.gapless))
        }
        for seconds in [0.0, 2, 10] {
            let rule = PowerRule.engine(DutyCycle.Settings(), startSeconds: seconds)
            let score = Self.score(rule)
            print(Self.row(rule.name, score.all))
            print(Self.row("  without recordings with gaps", score.gapless))
            guard seconds == 0 else { continue }
            #expect(score.all.changes.falseEvents == 0)
            #expect(score.all.fixesPerHour <= 20)
            #expect(score.gapless.changes.missed == 0)
            #expect(score.gapless.changes.staleSecondsPerHour <= 30)
            for period in periods
            where period.fixesPerHour < 100 && period.fixesPerHour > score.all.fixesPerHour {
                #expect(score.all.changes.staleSecondsPerHour < period.changes.staleSecondsPerHour)
            }
        }
    }

    private static func row(_ name: String, _ score: PowerScore) -> String {
        let cells = [
            score.fixesPerHour, score.onSecondsPerHour, Double(score.changes.events) / score.changes.hours,
            Double(score.changes.falseEvents), Double(score.changes.missed),
            score.changes.staleSecondsPerHour,
        ].map { String(($0 * 10).rounded() / 10) }
        return name.prefix(34) + String(repeating: " ", count: max(0, 35 - name.utf8.count))
            + cells.map { String(repeating: " ", count: max(0, 9 - $0.utf8.count)) + $0 }.joined()
    }
}

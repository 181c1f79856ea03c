import LocationModel
import Testing
import WaymarkEngine

@Suite(
    "Over the recordings of real receivers, the duty cycle",
    .enabled(if: RecordedTrack.areAvailable, Comment(rawValue: RecordedTrack.absence))
)
struct ScoringPowerTests {
    private static let references = RecordedTrack.all.map { ReferenceTrack($0.points) }

    private static func score(_ rule: PowerRule) -> PowerScore {
        var score = PowerScore()
        for (track, reference) in zip(RecordedTrack.all, references) {
            score.add(track.points, reference, rule.use(track.points))
        }
        return score
    }

    @Test("costs fewer fixes and tells changes earlier than any fixed period")
    func table() {
        print("\nrule                                 fixes/h    on s/h  events/h  false  missed  stale s/h")
        for period in [10.0, 30, 60, 120, 300] {
            let rule = PowerRule.fixedPeriod(period)
            print(Self.row(rule.name, Self.score(rule)))
        }
        for seconds in [0.0, 2, 10] {
            let rule = PowerRule.engine(DutyCycle.Settings(), startSeconds: seconds)
            print(Self.row(rule.name, Self.score(rule)))
        }
        for (track, reference) in zip(RecordedTrack.all, Self.references) {
            var score = PowerScore()
            score.add(track.points, reference, PowerRule.engine(DutyCycle.Settings()).use(track.points))
            print(Self.row(track.name, score))
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

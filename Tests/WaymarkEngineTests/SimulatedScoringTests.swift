import Testing
import WaymarkEngine

@Suite("Over simulated tracks with a receiver that is wild now and then")
struct SimulatedScoringTests {
    private static let tracks = SimulatedTrack.all

    @Test("the significant change is false at most an eighth as often as raw fixes are, and misses no more")
    func table() {
        let scores = ScoringTests.scores(
            "simulated: ",
            Self.tracks.map(\.points),
            Self.tracks.map(\.reference)
        )
        #expect(scores[1].falseEvents * 8 <= scores[0].falseEvents)
        #expect(scores[1].missed <= scores[0].missed)
    }

    @Test("the duty cycle costs fewer fixes than a look each minute, and is as prompt")
    func pauses() async {
        print(ScoringPowerTests.heading)
        func score(_ rule: PowerRule) async -> PowerScore {
            var score = PowerScore()
            for track in Self.tracks {
                // Tests that wait for answers share the threads.
                await Task.yield()
                score.add(track.points, track.reference, rule.use(track.points))
            }
            print(ScoringPowerTests.row("simulated: " + rule.name, score))
            return score
        }
        for period in ScoringPowerTests.periods where period != 60 { _ = await score(.fixedPeriod(period)) }
        let eachMinute = await score(.fixedPeriod(60))
        let own = await score(.engine(DutyCycle.Settings()))
        #expect(own.fixesPerHour <= 26)
        #expect(own.changes.falseEvents * 2 <= eachMinute.changes.falseEvents)
        #expect(own.changes.staleSecondsPerHour <= 60)
    }
}

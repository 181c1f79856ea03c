import Testing

@Suite("Over simulated tracks with a receiver that is wild now and then")
struct SimulatedScoringTests {
    private static let tracks = SimulatedTrack.all.map(\.points)
    private static let references = SimulatedTrack.all.map(\.reference)

    @Test("the significant change is false at most an eighth as often as raw fixes are, and misses no more")
    func table() {
        let scores = ScoringTests.scores("simulated: ", Self.tracks, Self.references)
        #expect(scores[1].falseEvents * 8 <= scores[0].falseEvents)
        #expect(scores[1].missed <= scores[0].missed)
    }

    @Test("the duty cycle costs fewer fixes than a look each minute, and is as prompt")
    func pauses() async throws {
        let (periods, own) = await ScoringPowerTests.scores("simulated: ", Self.tracks, Self.references)
        let eachMinute = try #require(periods[60])
        #expect(own.fixesPerHour <= 26)
        #expect(own.changes.falseEvents * 2 <= eachMinute.changes.falseEvents)
        #expect(own.changes.staleSecondsPerHour <= 60)
    }
}

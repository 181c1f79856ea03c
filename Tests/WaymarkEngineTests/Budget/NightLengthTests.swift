import LocationModel
import Testing
import WaymarkEngine

@Suite("A night")
struct NightLengthTests {
    @Test(
        "keeps a reload that it would be too late for until the person is awake",
        arguments: [21, 22, 2, 6]
    )
    func nextReload(from hour: Int) throws {
        let waking = try #require(Self.sleeping(21..<31))
        let evening = try #require(UTCInstant("2026-05-11T00:00:00Z"))
        let start = evening.advanced(by: .seconds(hour * 3600))
        let budget = try #require(
            ReloadBudget(
                seenHours: 24,
                latestHour: start.nanosecondsSince1970 / 3_600_000_000_000,
                saved: 0,
                refilledAt: start,
                uses: .init(),
                isWarned: false
            )
        )
        // 84 reloads a day make 70 in 14 hours: one in twelve minutes.
        let date = budget.date(of: 1, most: 84, waking, after: start)
        let morning = evening.advanced(by: .seconds((hour < 7 ? 7 : 31) * 3600))
        #expect(morning.duration(to: date) == .seconds(12 * 60))
    }

    /// The hours of a person who looks in all but some.
    private static func sleeping(_ hours: Range<Int>) -> WakingHours? {
        let shares = (0..<24).map { hours.contains($0) || hours.contains($0 + 24) ? 0 : 0.9 }
        return WakingHours(shares: shares, latestHour: 0)
    }
}

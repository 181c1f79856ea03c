import LocationModel
import Testing
import WaymarkEngine

/// Somebody who is awake from 7 to 21 o'clock: 84 reloads a day make 70 in 14 hours, one in twelve minutes.
@Suite("A budget that is used up")
struct NightLengthTests {
    private static let most = 84

    private func waking() throws -> WakingHours {
        let shares = (0..<24).map { (7..<21).contains($0) ? 0.9 : 0 }
        return try #require(WakingHours(shares: shares, latestHour: 0))
    }

    private func usedUp(at start: UTCInstant) throws -> ReloadBudget {
        try #require(
            ReloadBudget(
                seenHours: 24,
                latestHour: start.nanosecondsSince1970 / 3_600_000_000_000,
                saved: 0,
                refilledAt: start,
                uses: .init(),
                isWarned: false
            )
        )
    }

    @Test(
        "grows by the minute in the waking hours, and not at all in the night",
        arguments: [
            ("10:30", 2, 10), ("20:30", 1, 2.5), ("20:30", 10, 2.5), ("22:00", 1, 0), ("06:30", 1, 2.5),
            ("06:30", 25, 14),
        ] as [(String, Int, Double)]
    )
    func growth(from time: String, hours: Int, gained: Double) throws {
        let start = try #require(UTCInstant("2026-05-11T\(time):00Z"))
        let later = start.advanced(by: .seconds(hours * 3600))
        let saved = try usedUp(at: start).saved(at: later, of: Self.most, waking())
        #expect(abs(saved - gained) < 1e-6)
    }

    @Test("keeps a reload that it would allow in the night until the person is awake", arguments: [22, 2])
    func nextReload(from hour: Int) throws {
        let evening = try #require(UTCInstant("2026-05-11T00:00:00Z"))
        let start = evening.advanced(by: .seconds(hour * 3600))
        let date = try usedUp(at: start).date(of: 1, most: Self.most, waking(), after: start)
        let morning = evening.advanced(by: .seconds((hour < 7 ? 7 : 31) * 3600))
        #expect(morning.duration(to: date) == .seconds(12 * 60))
    }
}

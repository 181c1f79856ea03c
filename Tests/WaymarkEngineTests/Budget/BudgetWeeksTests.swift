import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@Suite("Over weeks, the budget")
struct BudgetWeeksTests {
    /// The people and providers of the table in `docs/budget.md`.
    static let habits: [BudgetWeeks.Habits] = [
        .init(name: "often seen: every half hour of the day", looks: byDay),
        .init(name: "rarely seen: twice a day", looks: { $1 == 8 * 60 || $1 == 20 * 60 }),
        .init(name: "never seen", looks: { _, _ in false }),
        .init(name: "always in view", looks: { _, _ in true }),
        .init(name: "often seen, modest: a reload every hour", looks: byDay, interval: 60),
        .init(name: "often seen, greedy: asks every minute", looks: byDay, asks: { _, _ in true }),
        .init(
            name: "often seen, greedy at night: asks every minute from 0 to 6",
            looks: byDay,
            asks: { $1 < 360 }
        ),
        .init(
            name: "two weeks of holiday: the first day after it",
            looks: afterHoliday,
            days: 29,
            counted: 1
        ),
        .init(name: "the same: the sixth day after it", looks: afterHoliday, days: 34, counted: 1),
        .init(name: "the first day of a new widget", looks: byDay, days: 1, counted: 1),
    ]

    private static let byDay: @Sendable (Int, Int) -> Bool = { _, minute in
        (7 * 60..<23 * 60).contains(minute) && minute % 30 == 0
    }

    private static let afterHoliday: @Sendable (Int, Int) -> Bool = { day, minute in
        !(14..<28).contains(day) && byDay(day, minute)
    }

    @Test("allows what the documentation says, to the greedy and the modest", arguments: habits.indices)
    func table(_ index: Int) throws {
        let habits = Self.habits[index]
        let outcome = try BudgetWeeks.run(habits)
        let charged = outcome.charged / habits.counted
        let free = Double(outcome.free * 10 / habits.counted) / 10
        #expect(outcome.most <= 70)
        let row =
            "| \(habits.name) | \(charged) | \(outcome.most) | \(free) | \(outcome.byNight) | "
            + "\(outcome.longestWait) min | \(outcome.warnings) |"
        let text = String(
            decoding: try Checkout.bytes(of: Checkout.root + "/docs/budget.md"),
            as: UTF8.self
        )
        let isDocumented = text.split(separator: "\n").contains(Substring(row))
        #expect(isDocumented, "docs/budget.md lacks \(row)")
    }
}

import LocationModel
import TestSupport
import Testing
import WaymarkEngine

@Suite("Over weeks, the budget")
struct BudgetWeeksTests {
    /// The people and providers of the table in `docs/budget.md`.
    static let habits: [(habits: BudgetWeeks.Habits, days: Int, counted: Int)] = [
        (
            .init(
                name: "often seen: every half hour of the day",
                looks: byDay(every: 30),
                asks: never,
                interval: 15
            ), 21, 7
        ),
        (
            .init(
                name: "rarely seen: twice a day",
                looks: { $1 == 8 * 60 || $1 == 20 * 60 },
                asks: never,
                interval: 15
            ), 21, 7
        ),
        (.init(name: "never seen", looks: { _, _ in false }, asks: never, interval: 15), 21, 7),
        (.init(name: "always in view", looks: { _, _ in true }, asks: never, interval: 15), 21, 7),
        (
            .init(
                name: "often seen, modest: a reload every hour",
                looks: byDay(every: 30),
                asks: never,
                interval: 60
            ), 21, 7
        ),
        (
            .init(
                name: "often seen, greedy: asks every minute",
                looks: byDay(every: 30),
                asks: { _, _ in true },
                interval: 15
            ), 21, 7
        ),
        (
            .init(
                name: "often seen, greedy at night: asks every minute from 0 to 6",
                looks: byDay(every: 30),
                asks: { $1 < 360 },
                interval: 15
            ), 21, 7
        ),
        (
            .init(
                name: "two weeks of holiday: the first day after it",
                looks: { day, minute in !(14..<28).contains(day) && byDay(every: 30)(day, minute) },
                asks: never,
                interval: 15
            ), 29, 1
        ),
        (
            .init(
                name: "the same: the sixth day after it",
                looks: { day, minute in !(14..<28).contains(day) && byDay(every: 30)(day, minute) },
                asks: never,
                interval: 15
            ), 34, 1
        ),
        (
            .init(
                name: "the first day of a new widget",
                looks: byDay(every: 30),
                asks: never,
                interval: 15
            ), 1, 1
        ),
    ]

    private static let never: @Sendable (Int, Int) -> Bool = { _, _ in false }

    private static func byDay(every interval: Int) -> @Sendable (Int, Int) -> Bool {
        { _, minute in (7 * 60..<23 * 60).contains(minute) && minute % interval == 0 }
    }

    @Test("allows what the documentation says, to the greedy and the modest", arguments: habits.indices)
    func table(_ index: Int) throws {
        let (habits, days, counted) = Self.habits[index]
        let outcome = try BudgetWeeks.run(habits, days: days, counting: counted)
        let charged = outcome.charged.reduce(0, +) / counted
        let free = Double(outcome.free.reduce(0, +) * 10 / counted) / 10
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

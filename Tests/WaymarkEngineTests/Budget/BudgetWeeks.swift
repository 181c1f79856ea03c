import LocationModel
import Testing
import WaymarkEngine

/// Weeks in the life of one widget, minute by minute, whose provider answers every request at once.
struct BudgetWeeks {
    struct Habits: Sendable {
        let name: String

        /// Returns whether the person looks at the widget for the minute that begins now, on a day counted from 0.
        let looks: @Sendable (_ day: Int, _ minute: Int) -> Bool

        /// Returns whether the provider asks for a reload now.
        var asks: @Sendable (_ day: Int, _ minute: Int) -> Bool = { _, _ in false }

        /// The time after each timeline at which it wants the next, in minutes.
        var interval = 15
        var days = 21

        /// How many of them, the last ones, are counted.
        var counted = 7
    }

    struct Outcome {
        var (charged, free) = (0, 0)

        var most = 0

        /// The longest time without a reload, in minutes, by day from 7 to 23 o'clock.
        var longestWait = 0

        /// The charged reloads between 23 and 7 o'clock, in all days.
        var byNight = 0
        var warnings = 0
    }

    private var scenario: Scenario
    private let widget: WidgetIdentifier
    private let provider: SessionIdentifier
    private var isInView = false

    /// A widget that is placed at midnight UTC.
    init() throws {
        let midnight = Moment(instant: Moment.start.instant, utc: UTCInstant(secondsSince1970: 1_714_262_400))
        scenario = Scenario(at: midnight)
        provider = scenario.connectProvider(kinds: Scenario.calendarKind)
        widget = try scenario.place(.calendar)
    }

    /// Lets the days pass and counts the last of them.
    static func run(_ habits: Habits) throws -> Outcome {
        var weeks = try BudgetWeeks()
        var outcome = Outcome()
        var charges: [Int] = []
        var last = 0
        for day in 0..<habits.days {
            let counts = day >= habits.days - habits.counted
            for minute in 0..<1440 {
                let reloads = try weeks.minute(day, minute, habits)
                let now = day * 1440 + minute
                guard counts else {
                    if !reloads.isEmpty { last = now }
                    continue
                }
                outcome.warnings += weeks.scenario.decisionNames.count { $0 == "budgetUsedUp" }
                for charge in reloads {
                    if charge.isCharged {
                        outcome.charged += 1
                        charges.append(now)
                        if minute < 7 * 60 || minute >= 23 * 60 { outcome.byNight += 1 }
                    } else {
                        outcome.free += 1
                    }
                }
                // The wait of the night does not count.
                if minute == 7 * 60 { last = max(last, now) }
                if minute >= 7 * 60, minute < 23 * 60 {
                    outcome.longestWait = max(outcome.longestWait, now - last)
                }
                if !reloads.isEmpty { last = now }
            }
        }
        for (index, begin) in charges.enumerated() {
            let within = charges[index...].prefix { $0 < begin + 1440 }.count
            outcome.most = max(outcome.most, within)
        }
        return outcome
    }

    private mutating func minute(_ day: Int, _ minute: Int, _ habits: Habits) throws -> [ReloadCharge] {
        scenario.forget()
        let looks = habits.looks(day, minute)
        if looks != isInView {
            if looks { try scenario.show(widget) } else { try scenario.hide(widget) }
            isInView = looks
        }
        if habits.asks(day, minute) {
            try scenario.call(.reloadTimelines(provider, kind: nil, widget: nil))
        }
        let first = scenario.requests.count
        try answer(scenario.requests, habits)
        // What the minute brings comes at its end.
        scenario.advance(by: .seconds(60))
        try answer(Array(scenario.requests.dropFirst(first)), habits)
        return scenario.charges
    }

    private mutating func answer(_ requests: [ReloadRequest], _ habits: Habits) throws {
        for request in requests {
            let next = scenario.now.utc.advanced(by: .seconds(habits.interval * 60))
            try scenario.answer(
                request,
                with: .entries(at: [scenario.now.utc], policy: .after(next)),
                on: provider
            )
        }
    }
}

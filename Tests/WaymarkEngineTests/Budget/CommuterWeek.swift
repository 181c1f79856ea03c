import LocationModel
import RouteSimulator
import Testing
import WaymarkEngine

/// A week of a person who goes to work, with six widgets of one app, from a seed.
///
/// The person looks at all widgets together, some dozens of times a day. Fixes come every five seconds while receivers are
/// on. The provider answers every request at once.
struct CommuterWeek {
    /// A widget and what its provider does.
    struct Habit: Sendable {
        let name: String
        let wantsLocation: Bool

        /// The time after which a timeline schedules the next, in minutes; `nil` for never.
        let interval: Int?

        /// The minutes between two reloads that the provider asks for, and two that a program pushes.
        var asks: Int?
        var pushes: Int?

        var kind: WidgetKind { .kind(name) }
    }

    static let habits = [
        Habit(name: "weather", wantsLocation: true, interval: 30),
        Habit(name: "departures", wantsLocation: true, interval: 5),
        Habit(name: "calendar", wantsLocation: false, interval: 120, pushes: 170),
        Habit(name: "news", wantsLocation: false, interval: 60, asks: 20),
        Habit(name: "ticker", wantsLocation: false, interval: nil, asks: 1),
        Habit(name: "photo", wantsLocation: true, interval: nil),
    ]

    /// The numbers of reloads of each widget, by reason and charge.
    private(set) var counts: [WidgetIdentifier: [ReloadReason: (charged: Int, free: Int)]] = [:]
    private(set) var warnings: [WidgetIdentifier: Int] = [:]
    private(set) var widgets: [WidgetIdentifier] = []
    private var scenario: Scenario
    private var provider = SessionIdentifier(0)
    private var random: SeededGenerator
    private var eastMeters = 0.0
    private let midnight: UTCInstant

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        // A Monday.
        midnight = UTCInstant(secondsSince1970: 1_714_348_800)
        scenario = Scenario(at: Moment(instant: Moment.start.instant, utc: midnight))
        scenario.send(.manifestsInstalled(.complete, broken: []))
        var kinds: [WidgetKind: KindDeclaration] = [:]
        for habit in Self.habits { kinds[habit.kind] = .init(wantsLocation: habit.wantsLocation) }
        provider = scenario.connectProvider(kinds: kinds)
        try scenario.authorize(.authorizedWhenInUse, widgets: .granted)
        for habit in Self.habits {
            widgets.append(try scenario.place(KindKey(app: .weather, kind: habit.kind)))
        }
        try settle()
    }

    /// Lets the week pass; at noon of its third day the person flies to another time zone and back in the evening.
    mutating func run() throws {
        for day in 0..<7 {
            let isWorkday = day < 5
            let (wakes, sleeps) = (isWorkday ? 390 : 510, 1380)
            let looks = Set(
                (0..<(isWorkday ? 36 : 20)).map { _ in Int.random(in: wakes..<sleeps, using: &random) }
            )
            for minute in 0..<1440 {
                try pass(until: midnight.advanced(by: .seconds((day * 1440 + minute) * 60)))
                if day == 2, minute == 720 || minute == 1200 { scenario.send(.timeChanged(.zone)) }
                for (habit, widget) in zip(Self.habits, widgets) {
                    if let asks = habit.asks, minute % asks == 0 {
                        try scenario.call(.reloadTimelines(provider, kind: nil, widget: widget))
                    }
                    if let pushes = habit.pushes, minute % pushes == 0 {
                        try scenario.call(.push(.weather, kind: habit.kind))
                    }
                }
                try settle()
                move(day, minute)
                guard looks.contains(minute) else { continue }
                for widget in widgets { try scenario.show(widget) }
                try pass(until: scenario.now.utc.advanced(by: .seconds(40)))
                for widget in widgets { try scenario.hide(widget) }
                try settle()
            }
        }
    }

    /// Goes to work, 10 km away, from 8:00 to 8:30, and back from 17:30 on; on Saturday for a walk of 3 km.
    private mutating func move(_ day: Int, _ minute: Int) {
        switch (day, minute) {
        case (0..<5, 480..<510): eastMeters += 10_000 / 30
        case (0..<5, 1050..<1080): eastMeters -= 10_000 / 30
        case (5, 840..<880): eastMeters += 3000 / 40
        case (5, 900..<940): eastMeters -= 3000 / 40
        default: break
        }
    }

    private mutating func pass(until end: UTCInstant) throws {
        while scenario.now.utc < end {
            scenario.step(towards: end, fixEvery: .seconds(5), eastMeters: eastMeters)
            try settle()
        }
    }

    /// Answers what the provider was asked, and counts it.
    private mutating func settle() throws {
        while true {
            for entry in scenario.simulation.decisions {
                guard let widget = entry.subject.widget else { continue }
                if case .budgetUsedUp = entry.decision { warnings[widget, default: 0] += 1 }
                guard case .reload(_, let reason, _, _, let charge) = entry.decision else { continue }
                var count = counts[widget, default: [:]][reason, default: (0, 0)]
                if charge.isCharged { count.charged += 1 } else { count.free += 1 }
                counts[widget, default: [:]][reason] = count
            }
            let requests = scenario.requests
            scenario.forget()
            guard !requests.isEmpty else { return }
            for request in requests {
                guard let habit = Self.habits.first(where: { $0.kind == request.kind }) else { continue }
                let now = scenario.now.utc
                let policy = habit.interval.map { ReloadPolicy.after(now.advanced(by: .seconds($0 * 60))) }
                try scenario.answer(
                    request,
                    with: .entries(at: [now], policy: policy ?? .never),
                    on: provider
                )
            }
        }
    }
}

extension CommuterWeek {
    /// The rows of the table in `docs/budget.md`.
    var rows: [String] {
        zip(Self.habits, widgets).map { habit, widget in
            let counts = counts[widget] ?? [:]
            let columns: [[ReloadReason]] = [
                [.dateReached, .timelineEnded], [.requestedByProvider], [.pushed], [.significantChange],
                [.locationAvailable], [.timeChanged], [.stale], [.placed],
            ]
            let numbers = columns.map { reasons in
                reasons.reduce(0) { $0 + (counts[$1].map { $0.charged + $0.free } ?? 0) }
            }
            let charged = counts.values.reduce(0) { $0 + $1.charged }
            let free = counts.values.reduce(0) { $0 + $1.free }
            return "| \(habit.name) | "
                + numbers.map { $0 == 0 ? "-" : "\($0)" }.joined(separator: " | ")
                + " | \(charged) | \(free) | \(warnings[widget] ?? 0) |"
        }
    }
}

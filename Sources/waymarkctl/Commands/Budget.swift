import CommandLineTool
import UserInput
import Varlink
import Waymark

extension Command {
    static let budget = Command(
        name: "budget",
        summary: "show how many reloads widgets have left, and what used them",
        operands: "[WIDGET]",
        details: """
            Without WIDGET, lists the budgets of all widgets: LEFT of the reloads that a widget can save up, those
            that it may have A DAY, the hours a day in which it is SEEN, and when it gets the NEXT.

            With WIDGET, the reloads of the last 24 hours follow: when, why, and whether each was charged.
            """
    ) { invocation in
        guard let widget = invocation.operands.first else {
            return try invocation.showAll(InspectInterface.ListBudgets()) { reply in
                guard reply.enforced else { return try invocation.output.line(isOff) }
                try invocation.output.table(
                    [["WIDGET", "APP", "KIND", "LEFT", "A DAY", "SEEN", "NEXT"]] + reply.budgets.map(row),
                    identifiers: [1, 2]
                )
            }
        }
        let answer = try invocation.service.call(InspectInterface.ListBudgets(widget: widget))
        if invocation.isForMachines { return try invocation.output.line(answer.json) }
        guard let budget = answer.value.budgets.first else { return try invocation.output.line(isOff) }
        try show(budget, invocation.output)
        let decisions = try invocation.decisions(ofLastDayOf: widget)
        try WidgetDay(of: widget, decisions, invocation.output).print(to: invocation.output)
    }

    private static let isOff = "the budget is off: reloads are not charged"

    private static func row(_ budget: InspectInterface.Budget) -> [String] {
        [
            budget.widget, budget.app.harmless, budget.kind.harmless,
            "\(budget.left) of \(Int(clamping: budget.capacity))", "\(Int(clamping: budget.dailyReloads))",
            "\(Int(clamping: budget.seenHours.rounded())) h",
            budget.nextSeconds.map { "in \(spoken(seconds: $0))" } ?? "now",
        ]
    }

    private static func show(_ budget: InspectInterface.Budget, _ output: Output) throws {
        try output.line("\(budget.widget): \(budget.kind.harmless) of \(budget.app.harmless)")
        let full = budget.fullSeconds.map { ", full in \(spoken(seconds: $0))" } ?? ""
        try output.line("left: \(budget.left) of \(Int(clamping: budget.capacity))\(full)")
        if let next = budget.nextSeconds {
            try output.line("next: in \(spoken(seconds: next))")
        }
        let seen = Int(clamping: budget.seenHours.rounded())
        try output.line(
            "a day: \(Int(clamping: budget.dailyReloads)), as for a widget that is seen in "
                + "\(counted(seen, "hour")) a day"
        )
        if let night = budget.night {
            let end = (night.firstHour &+ night.hours) % 24
            try output.line(
                "night: from \(night.firstHour):00 to \(end):00 UTC, when the budget does not grow"
            )
        }
        if Double(budget.left) * 2 < budget.capacity {
            try output.line("charged since it was half full: \(budget.usesText.harmless)")
        }
        try output.line("")
    }
}

extension Invocation {
    /// Returns the decisions of the last 24 hours about a widget, or about everybody, oldest first.
    func decisions(ofLastDayOf widget: String) throws -> [InspectInterface.Decision] {
        let since = UTCInstant.now.advanced(by: .seconds(-86_400))
        let stream = try service.stream(
            InspectInterface.WatchDecisions(widget: widget, since: since.description)
        )
        var decisions: [InspectInterface.Decision] = []
        // Past decisions come in several replies.
        while true {
            let answer = try stream.next().value
            decisions += answer.decisions
            guard answer.more ?? false else { return decisions }
        }
    }
}

/// What the journal says of one widget in 24 hours.
struct WidgetDay {
    struct Reload {
        let time: String
        let reason: String
        let request: String?
        var isCharged: Bool

        /// Whether the charge was given back, because its provider went away.
        var isGivenBack = false

        /// How many the widget had left then.
        let left: Int?
    }

    private var reloads: [Reload] = []
    private var absences: [String: Int] = [:]

    /// The number of times that a reload was held, by its obstacle.
    private var obstacles: [String: Int] = [:]

    /// The text of the latest failure.
    private var failure: String?

    /// Reads the decisions about `widget`, which are in order.
    init(of widget: String, _ decisions: [InspectInterface.Decision], _ output: Output) {
        for decision in decisions where decision.widget == widget { add(decision, output) }
    }

    private mutating func add(_ decision: InspectInterface.Decision, _ output: Output) {
        let evidence = decision.evidence.object
        switch decision.decision {
        case "reload":
            reloads.append(
                Reload(
                    time: output.spoken(date: decision.time),
                    reason: evidence["reason"]?.text?.harmless ?? "?",
                    request: evidence["request"]?.text,
                    isCharged: evidence["charge"]?.text == "charged",
                    left: evidence["left"].flatMap { try? Double(reading: $0) }.map { Int(clamping: $0) }
                )
            )
            if let absence = evidence["location"]?.text, absence != "given", absence != "notWanted" {
                absences[absence.harmless, default: 0] += 1
            }
        case "pending": obstacles[evidence["obstacle"]?.text?.harmless ?? "?", default: 0] += 1
        case "timelineFailed", "timelineLate": failure = output.told(decision.text)
        case "requestAbandoned":
            failure = output.told(decision.text)
            if let request = evidence["request"]?.text,
                let index = reloads.lastIndex(where: { $0.request == request && $0.isCharged })
            {
                (reloads[index].isCharged, reloads[index].isGivenBack) = (false, true)
            }
        default: break
        }
    }

    func print(to output: Output) throws {
        let charged = reloads.count(where: \.isCharged)
        try output.line("the last 24 hours: \(counted(reloads.count, "reload")), \(charged) charged")
        try output.table(
            reloads.map { reload in
                let charged = reload.left.map { "charged, \($0) left" } ?? "charged"
                let charge = reload.isCharged ? charged : reload.isGivenBack ? "given back" : "free"
                return [reload.time, reload.reason, charge]
            }
        )
        if !absences.isEmpty { try output.line("without a location: \(Self.words(absences))") }
        if !obstacles.isEmpty { try output.line("held back: \(Self.words(obstacles))") }
        if let failure { try output.line("last failure: \(failure)") }
    }

    private static func words(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

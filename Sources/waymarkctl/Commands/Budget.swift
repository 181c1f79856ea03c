import CommandLineTool
import LocationModel
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

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
    ) { (invocation) throws(Failure) in
        guard let widget = invocation.operands.first else {
            return try invocation.showAll(InspectInterface.ListBudgets()) { (reply) throws(Failure) in
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
        try showLedger(of: widget, invocation)
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

    private static func show(_ budget: InspectInterface.Budget, _ output: Output) throws(Failure) {
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

    /// Prints the reloads of the last day from the journal.
    private static func showLedger(of widget: String, _ invocation: Invocation) throws(Failure) {
        let since = LocalTime().now.advanced(by: .seconds(-86_400))
        var rows: [[String]] = []
        var charged = 0
        // The rows of the charges that may be given back, by their request.
        var charges: [String: Int] = [:]
        for decision in try invocation.decisions(of: widget, since: since) where decision.widget == widget {
            let evidence = decision.evidence.object
            let request = evidence["request"]?.text ?? ""
            if decision.decision == "requestAbandoned", let row = charges.removeValue(forKey: request) {
                rows[row][2] = "given back"
                charged -= 1
            }
            guard decision.decision == "reload" else { continue }
            let isCharged = evidence["charge"]?.text == "charged"
            if isCharged { (charged, charges[request]) = (charged + 1, rows.count) }
            let left = evidence["left"].flatMap { try? Double(reading: $0) }.map { Int(clamping: $0) }
            rows.append([
                invocation.output.spoken(date: decision.time),
                evidence["reason"]?.text?.harmless ?? "",
                isCharged ? "charged\(left.map { ", \($0) left" } ?? "")" : "free",
            ])
        }
        guard !rows.isEmpty else {
            return try invocation.output.line("no reload in the last 24 hours")
        }
        try invocation.output.line("the last 24 hours: \(counted(rows.count, "reload")), \(charged) charged")
        try invocation.output.table(rows)
    }
}

extension Invocation {
    /// Returns the past decisions about a widget, or about everybody, since a time, oldest first.
    func decisions(
        of widget: String,
        since: UTCInstant
    ) throws(Failure) -> [InspectInterface.Decision] {
        let stream = try service.stream(
            InspectInterface.WatchDecisions(widget: widget, since: since.description)
        )
        var decisions: [InspectInterface.Decision] = []
        // Past decisions come in several replies.
        while true {
            let answer = try stream.reply()
            decisions += answer.value.decisions
            guard answer.value.more ?? false else { return decisions }
        }
    }
}

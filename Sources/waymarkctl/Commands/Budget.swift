import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
import Varlink
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
        try invocation.printDay(invocation.decisions(ofLastDayOf: widget))
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
    /// Returns the decisions of the last 24 hours about a widget, oldest first.
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
            guard answer.more ?? false else { return decisions.filter { $0.widget == widget } }
        }
    }

    /// Prints the reloads of a widget in the last 24 hours, and the obstacles to others.
    func printDay(_ decisions: [InspectInterface.Decision]) throws {
        func evidence(_ name: String, _ decision: InspectInterface.Decision) -> String? {
            decision.evidence.object[name]?.text?.harmless
        }
        func all(_ word: String) -> [InspectInterface.Decision] { decisions.filter { $0.decision == word } }
        func counts(_ words: [String]) -> String {
            Dictionary(grouping: words) { $0 }.sorted { $0.key < $1.key }
                .map { "\($0.key) \($0.value.count)" }.joined(separator: ", ")
        }
        let reloads = all("reload")
        // Where the provider went away, the charge was given back.
        let abandoned = Set(all("requestAbandoned").compactMap { evidence("request", $0) })
        var charged = 0
        let rows = reloads.map { reload in
            var charge = "free"
            if evidence("charge", reload) == "charged" {
                let left = reload.evidence.object["left"].flatMap { try? Double(reading: $0) }
                charge = "charged" + (left.map { ", \(Int(clamping: $0)) left" } ?? "")
                if let request = evidence("request", reload), abandoned.contains(request) {
                    charge = "given back"
                } else {
                    charged += 1
                }
            }
            return [output.spoken(date: reload.time), evidence("reason", reload) ?? "?", charge]
        }
        try output.line("the last 24 hours: \(counted(reloads.count, "reload")), \(charged) charged")
        try output.table(rows)
        let absences = reloads.compactMap { evidence("location", $0) }.filter {
            !["given", "notWanted"].contains($0)
        }
        if !absences.isEmpty { try output.line("without a location: \(counts(absences))") }
        let obstacles = all("pending").map { evidence("obstacle", $0) ?? "?" }
        if !obstacles.isEmpty { try output.line("held back: \(counts(obstacles))") }
        let failures = ["timelineFailed", "timelineLate", "requestAbandoned"]
        if let failure = decisions.last(where: { failures.contains($0.decision) }) {
            try output.line("last failure: \(output.told(failure.text))")
        }
    }
}

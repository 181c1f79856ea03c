import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let explain = Command(
        name: "explain",
        summary: "explain whether a widget or an app would get a location now, and why not",
        operands: "WIDGET | TICKET | APP",
        options: [
            Invocation.userOption,
            .init(
                "decisions",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "print this many of the latest decisions, at most 20; default 5"
            ),
            .init("check", "print only the reason why not, and report the result by the exit status"),
            .init("day", "print the widget's reloads in the last 24 hours, and what was held back"),
        ],
        details: """
            The first line answers: yes, or no and why. Each condition follows with its evidence, and whether it
            holds. The latest decisions come last. For an app, it says what the app monitors instead, which events
            wait for it, and what for. A TICKET, as 'push' prints it, is that of a reload that was asked for.

            With --check, the exit status is 0 if the widget or app would get a location, 5 if it is not authorized,
            which only a person can change, and 6 if it gets none now for another reason. It is 4 if the widget was
            removed, or nothing is known of the app.
            """
    ) { invocation in
        let operand = invocation.operands[0]
        guard isTicket(operand) || WidgetIdentifier(operand) != nil else {
            return try explainApp(operand, invocation)
        }
        guard try invocation.user() == nil else { throw Failure.usage("--user is for an app") }
        guard let widget = try widget(invocation) else { return }
        if invocation.line.has("day") { return try showDay(of: widget, invocation) }
        let answer = try invocation.service.call(InspectInterface.Explain(widget: widget))
        let (explanation, output) = (answer.value, invocation.output)
        if invocation.line.has("check") { return try check(explanation, output) }
        if invocation.isForMachines { return try output.line(answer.json) }
        let subject = explanation.widget
        try output.line(output.wrapped(output.told(explanation.summary), indent: 2))
        try output.line("")
        try output.line("\(subject.widget): \(subject.kind) of \(subject.app)")
        let widest = explanation.checks.map(\.check.count).max() ?? 0
        let indent = 2 + (output.isUnicode ? 1 : 3) + 1 + widest + 2
        try output.table(
            explanation.checks.map { check in
                [
                    "  \(mark(check.holds, output)) \(check.check.harmless)",
                    output.wrapped(output.told(check.text), indent: indent),
                ]
            }
        )
        try output.line("")
        let next = subject.nextReload?.text.harmless ?? (subject.pendingReload == nil ? "none" : "now")
        try output.line("in use: \(use(of: subject)); next reload: \(next)")
        try show(explanation.decisions, invocation)
    }

    private static func show(_ decisions: [InspectInterface.Decision], _ invocation: Invocation) throws {
        for decision in decisions.suffix(invocation.line.number(of: "decisions") ?? 5) {
            try invocation.output.line(line(for: decision, invocation.output))
        }
    }

    /// Whether an operand is a ticket, such as `t73`, and not an app.
    private static func isTicket(_ operand: String) -> Bool {
        operand.first == "t" && UInt64(operand.dropFirst()) != nil
    }

    /// Prints a ticket's state, and returns the widget to explain; `nil` if a machine asks about a ticket.
    private static func widget(_ invocation: Invocation) throws -> String? {
        let operand = invocation.operands[0]
        guard isTicket(operand) else { return operand }
        let answer = try invocation.service.call(WidgetsInterface.GetTicket(ticket: operand))
        let (ticket, output) = (answer.value.ticket, invocation.output)
        if invocation.line.has("check") {
            guard ticket.state != .removed else {
                throw Failure.notFound("the widget \(ticket.widget) of \(ticket.ticket) was removed")
            }
            return ticket.widget
        }
        if invocation.isForMachines {
            try output.line(answer.json)
            return nil
        }
        let calls = counted(ticket.asks, "call")
        try output.line("\(ticket.ticket): \(output.told(ticket.text))")
        try output.line(
            "\(ticket.reason.rawValue) by \(calls) since \(output.spoken(date: ticket.asked)), for \(ticket.widget)"
        )
        if ticket.state == .removed { return nil }
        try output.line("")
        return ticket.widget
    }

    private static func showDay(of widget: String, _ invocation: Invocation) throws {
        let decisions = try invocation.decisions(ofLastDayOf: widget)
        guard invocation.isForMachines else { return try invocation.printDay(decisions) }
        for decision in decisions { try invocation.output.line(decision.json) }
    }

    private static func explainApp(_ app: String, _ invocation: Invocation) throws {
        let request = InspectInterface.ExplainApp(app: app, user: try invocation.user())
        let answer = try invocation.service.call(request)
        let (explanation, output) = (answer.value, invocation.output)
        if invocation.line.has("check") { return try check(explanation, output) }
        if invocation.isForMachines { return try output.line(answer.json) }
        try output.line(output.wrapped(output.told(explanation.summary), indent: 2))
        for missing in explanation.missingCapabilities {
            try output.line("this machine lacks \(missing.harmless)")
        }
        if let monitoring = explanation.monitoringSummary {
            try output.line("")
            let what = monitored(explanation.services, regions: explanation.regions) ?? "nothing"
            try output.line("monitors \(what): \(monitoring.harmless)")
            for event in explanation.waiting { try output.line("  \(output.told(event.text))") }
        }
        try output.line("")
        try show(explanation.decisions, invocation)
    }

    private static func check(_ explanation: InspectInterface.ExplainApp.Reply, _ output: Output) throws {
        let summary = output.told(explanation.summary)
        let unauthorized: Set<LiveDiagnostic> = [
            .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
            .authorizationRestricted,
        ]
        if !unauthorized.isDisjoint(with: explanation.diagnostics ?? []) {
            throw Failure.unauthorized("unauthorized: \(summary)")
        }
        if !summary.hasPrefix("Yes") { throw Failure.unavailable("not available: \(summary)") }
    }

    /// Throws a failure with the exit status for the condition that keeps the widget from getting a location.
    private static func check(_ explanation: InspectInterface.Explain.Reply, _ output: Output) throws {
        guard let decisive = explanation.decisive,
            let check = explanation.checks.first(where: { $0.check == decisive })
        else { return }
        let text = output.told(check.text)
        switch decisive {
        case "purposeStated", "servicesOn", "allowedByPolicy", "appAuthorized", "widgetsAuthorized":
            throw Failure.unauthorized("unauthorized: \(text)")
        default: throw Failure.unavailable("not available: \(text)")
        }
    }

    private static func mark(_ holds: Bool?, _ output: Output) -> String {
        guard let holds else { return output.isUnicode ? "-" : "-  " }
        let sign = output.isUnicode ? (holds ? "✓" : "✗") : (holds ? "yes" : "no ")
        return output.coloured(sign, holds ? .green : .red)
    }
}

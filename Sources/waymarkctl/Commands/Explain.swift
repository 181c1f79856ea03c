import LinuxSystem
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl explain`.
    static let explain = Command(
        name: "explain",
        summary: "explain whether a widget or an app would get a location now, and why not",
        operands: "WIDGET | APP",
        operandLimit: 1,
        options: [
            Invocation.userOption,
            .init(
                "decisions",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "print this many of the latest decisions, at most 20; default 5"
            ),
            .init("check", "print only the reason why not, and report the result by the exit status"),
        ],
        details: """
            The first line answers: yes, or no and why. Each condition follows with its evidence, and whether it
            holds. Those about movement and pending reloads only say whether there is a reason for a reload. The
            latest decisions about the widget come last. For an app, it says what the app monitors instead, which
            events wait for it, and what for.

            With --check, the exit status is 0 if the widget or app would get a location, 5 if it is not authorized,
            which only a person can change, and 6 if it gets none now for another reason.
            """
    ) { (invocation) throws(Failure) in
        guard let widget = invocation.operands.first else { throw .usage("give a widget or an app") }
        guard WidgetIdentifier(widget) != nil else { return try explainApp(widget, invocation) }
        guard try invocation.user() == nil else { throw .usage("--user is for an app") }
        let limit = invocation.line.number(of: "decisions") ?? 5
        let answer = try invocation.service.call(InspectInterface.Explain(widget: widget))
        let output = invocation.output
        let explanation = answer.value
        if invocation.line.has("check") { return try check(explanation) }
        if invocation.isForMachines { return try output.line(answer.json) }
        let subject = explanation.widget
        try output.line(explanation.summary.harmless)
        try output.line("")
        try output.line("\(subject.widget): \(subject.kind) of \(subject.app)")
        try output.table(
            explanation.checks.map { ["  \(mark($0.holds, output)) \($0.check.harmless)", $0.text.harmless] }
        )
        try output.line("")
        try output.line("in use: \(use(of: subject)); next reload: \(nextReload(of: subject))")
        for decision in explanation.decisions.suffix(limit) {
            try output.line(line(for: decision, output))
        }
    }

    private static func explainApp(_ app: String, _ invocation: Invocation) throws(Failure) {
        let request = InspectInterface.ExplainApp(app: app, user: try invocation.user())
        let answer = try invocation.service.call(request)
        let (explanation, output) = (answer.value, invocation.output)
        if invocation.line.has("check") { return try check(explanation) }
        if invocation.isForMachines { return try output.line(answer.json) }
        try output.line(explanation.summary.harmless)
        for missing in explanation.missingCapabilities {
            try output.line("this machine lacks \(missing.harmless)")
        }
        if let monitoring = explanation.monitoringSummary {
            try output.line("")
            let what =
                explanation.services.map(\.words)
                + (explanation.regions > 0 ? [counted(explanation.regions, "region")] : [])
            try output.line("monitors \(what.joined(separator: " and ")): \(monitoring.harmless)")
            for event in explanation.waiting { try output.line("  \(event.text.harmless)") }
        }
        try output.line("")
        let limit = invocation.line.number(of: "decisions") ?? 5
        for decision in explanation.decisions.suffix(limit) { try output.line(line(for: decision, output)) }
    }

    private static func check(_ explanation: InspectInterface.ExplainApp.Reply) throws(Failure) {
        let summary = explanation.summary.harmless
        let unauthorized: Set<LiveDiagnostic> = [
            .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
            .authorizationRestricted,
        ]
        if unauthorized.intersection(explanation.diagnostics ?? []).isEmpty == false {
            throw .unauthorized("unauthorized: \(summary)")
        }
        if !summary.hasPrefix("Yes") { throw .unavailable("not available: \(summary)") }
    }

    /// Throws a failure with the exit status for the condition that keeps the widget from getting a location.
    private static func check(_ explanation: InspectInterface.Explain.Reply) throws(Failure) {
        guard let decisive = explanation.decisive,
            let text = explanation.checks.first(where: { $0.check == decisive })?.text.harmless
        else { return }
        switch decisive {
        case "purposeStated", "servicesOn", "allowedByPolicy", "appAuthorized", "widgetsAuthorized":
            throw .unauthorized("unauthorized: \(text)")
        default: throw .unavailable("not available: \(text)")
        }
    }

    private static func mark(_ holds: Bool?, _ output: Output) -> String {
        guard let holds else { return output.isUnicode ? "-" : "-  " }
        let sign = output.isUnicode ? (holds ? "✓" : "✗") : (holds ? "yes" : "no ")
        return output.coloured(sign, holds ? .green : .red)
    }
}

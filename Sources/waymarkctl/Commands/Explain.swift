import LinuxSystem
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl explain`.
    static let explain = Command(
        name: "explain",
        summary: "explain whether a widget would get a location now, and why not",
        operands: "WIDGET",
        options: [
            .init(
                "decisions",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "print this many of the latest decisions, at most 20; default 5"
            ),
            .init("check", "print only the reason why not, and report the result by the exit status"),
        ],
        details: """
            Prints each condition and whether it holds; the first one that does not hold is the reason. The
            latest decisions about the widget follow.

            With --check, the exit status is 0 if the widget would get a location, 5 if it is not authorized,
            which only the person can change, and 6 if it is authorized but no location is available now.
            """
    ) { (invocation) throws(Failure) in
        let widget = invocation.operands[0]
        let limit = invocation.line.number(of: "decisions") ?? 5
        let answer = try invocation.service.call(InspectInterface.Explain(widget: widget))
        let output = invocation.output
        let explanation = answer.value
        if invocation.line.has("check") { return try check(explanation) }
        if invocation.isForMachines { return try output.line(answer.json) }
        let subject = explanation.widget
        try output.line("\(subject.widget): \(subject.kind) of \(subject.app)")
        try output.line(explanation.summary.harmless)
        try output.line("")
        try output.table(
            explanation.checks.map { ["  \(mark($0.holds, output)) \($0.check.harmless)", $0.text.harmless] }
        )
        try output.line("")
        try output.line("in use: \(use(of: subject)); next reload: \(nextReload(of: subject))")
        for decision in explanation.decisions.suffix(limit) {
            try output.line(line(for: decision, output))
        }
    }

    /// Throws a failure with the exit status for the first relevant condition that does not hold.
    private static func check(_ explanation: InspectInterface.Explain.Reply) throws(Failure) {
        for check in explanation.checks where !check.holds {
            switch check.check {
            case "appAuthorized", "widgetsAuthorized":
                throw .unauthorized("unauthorized: \(check.text.harmless)")
            case "inUse", "fixFresh": throw .unavailable("not available: \(check.text.harmless)")
            default: continue
            }
        }
    }

    private static func mark(_ holds: Bool, _ output: Output) -> String {
        let sign = output.isUnicode ? (holds ? "✓" : "✗") : (holds ? "yes" : "no ")
        return output.coloured(sign, holds ? .green : .red)
    }
}

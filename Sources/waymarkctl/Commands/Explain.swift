import LinuxSystem
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl explain`.
    static let explain = Command(
        name: "explain",
        summary: "say whether a widget would get a location now, and what stands in the way",
        operands: "WIDGET",
        options: [
            .init(
                "decisions",
                letter: "n",
                value: .number("NUMBER", 0...Int.max),
                "how many of the latest decisions follow; 20 at most"
            ),
            .init("check", "print no more than why not; the exit status tells whether it gets a location"),
        ],
        details: """
            The first condition that does not hold decides. What was decided lately follows.

            With --check the exit status is 0 where a location is there for the widget, 5 where it is not authorized
            - only the person can change that -, and 6 where it is authorized and none is available now.
            """
    ) { (invocation) throws(Failure) in
        let widget = try invocation.operands("WIDGET")[0]
        let limit = invocation.line.number(of: "decisions")
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
        for decision in explanation.decisions.suffix(limit ?? .max) {
            try output.line(line(for: decision, output))
        }
    }

    /// Ends with whether the widget gets a location: unauthorized is for the person to change, unavailable for time.
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

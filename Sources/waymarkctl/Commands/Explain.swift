import LinuxSystem
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
                argument: "NUMBER",
                "how many of the latest decisions follow; 20 at most"
            )
        ],
        details: "The first condition that does not hold decides. What was decided lately follows."
    ) { (invocation) throws(Failure) in
        let widget = try invocation.operands("WIDGET")[0]
        let limit = try invocation.line.argument(of: "decisions").map { (text) throws(Failure) in
            guard let number = Int(text), number >= 0 else {
                throw .usage("'\(text)' is not a number of decisions")
            }
            return number
        }
        let answer = try invocation.service.call(InspectInterface.Explain(widget: widget))
        let output = invocation.output
        if invocation.isForMachines { return try output.line(answer.json) }
        let explanation = answer.value
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

    private static func mark(_ holds: Bool, _ output: Output) -> String {
        let sign = output.isUnicode ? (holds ? "✓" : "✗") : (holds ? "yes" : "no ")
        return output.coloured(sign, holds ? .green : .red)
    }
}

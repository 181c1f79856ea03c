import LinuxSystem
import UserInput
import Varlink
import Waymark
import WaymarkInterfaces

extension Command {
    /// `waymarkctl journal`.
    static let journal = Command(
        name: "journal",
        summary: "print the service's decisions, and the reasons",
        operands: "",
        options: [
            .init("widget", letter: "w", value: .text("WIDGET"), "only decisions about this widget"),
            .init("follow", "keep running and print each new decision"),
        ],
        details: "With --format json, each line is one decision with its evidence."
    ) { (invocation) throws(Failure) in
        let stream = try invocation.service.stream(
            InspectInterface.WatchDecisions(widget: invocation.line.value(of: "widget"))
        )
        let show = {
            (answer: ServiceConnection.Reply<InspectInterface.WatchDecisions.Reply>) throws(Failure) in
            if let dropped = answer.value.dropped {
                Output.complain(
                    "waymarkctl: \(dropped) decisions were lost, because the output was read too slowly"
                )
            }
            for decision in answer.value.decisions {
                if invocation.isForMachines {
                    try invocation.output.line(decision.json)
                } else {
                    try invocation.output.line(line(for: decision, invocation.output))
                }
            }
        }
        // The first reply contains all past decisions.
        guard invocation.line.has("follow") else { return try show(stream.reply()) }
        try stream.deliver(to: show)
    }

    /// Returns a decision as a line.
    static func line(for decision: InspectInterface.Decision, _ output: Output) -> String {
        let subject = decision.widget ?? decision.app ?? ""
        let time = output.coloured(output.spoken(date: decision.time), .faint)
        return
            "\(time)  \(subject.padded(to: 18))  \(decision.decision.padded(to: 18))  \(decision.text.harmless)"
    }
}

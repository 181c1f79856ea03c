import CommandLineTool
import LinuxSystem
import LocationModel
import ServiceClient
import UserInput
import Varlink
import WaymarkInterfaces

extension Command {
    static let journal = Command(
        name: "journal",
        summary: "print the service's decisions, and the reasons",
        operands: "",
        options: [
            .init("widget", letter: "w", value: .text("WIDGET"), "only decisions about this widget"),
            .init("app", value: .text("APP"), "only decisions about this app"),
            .init("since", value: .text("TIME"), "only decisions at this time or later"),
            .init("until", value: .text("TIME"), "only decisions before this time"),
            .init("limit", value: .number("COUNT", 0...1_000_000), "of past decisions only the latest"),
            .init("follow", "keep running and print each new decision"),
        ],
        details: """
            Decisions about a widget or an app include those that concern everybody. TIME is
            \(LocalTime.forms), in local time, or a date as in RFC 3339.
            """
    ) { invocation in
        let line = invocation.line
        let request = InspectInterface.WatchDecisions(
            widget: line.value(of: "widget"),
            app: line.value(of: "app"),
            since: try time("since", on: line),
            until: try time("until", on: line),
            limit: line.number(of: "limit")
        )
        let stream = try invocation.service.stream(request)
        if line.has("follow") { return try stream.deliver { try show($0.value, invocation) } }
        // Past decisions come in several replies.
        while true {
            let reply = try stream.next().value
            try show(reply, invocation)
            guard reply.more ?? false else { return }
        }
    }

    private static func show(
        _ reply: InspectInterface.WatchDecisions.Reply,
        _ invocation: Invocation
    ) throws {
        if let dropped = reply.dropped {
            Output.complain(
                "waymarkctl: \(dropped) decisions were lost, because the output was read too slowly"
            )
        }
        for decision in reply.decisions {
            if invocation.isForMachines {
                try invocation.output.line(decision.json)
            } else {
                try invocation.output.line(line(for: decision, invocation.output))
            }
        }
    }

    private static func time(_ option: String, on line: ParsedCommandLine) throws -> String? {
        guard let text = line.value(of: option) else { return nil }
        return try LocalTime().instant(text, of: option).description
    }

    /// Returns a decision as a line, or, on a terminal, as several that fit.
    static func line(for decision: InspectInterface.Decision, _ output: Output) -> String {
        var subject = decision.widget ?? decision.app ?? ""
        // With a date before it and a decision's name after it, this leaves 20 columns for the text.
        if output.tableWidth != nil { subject = subject.shortened(to: 33, output.ellipsis) }
        let time = output.spoken(date: decision.time)
        let columns = [time, subject.padded(to: 18), decision.decision.padded(to: 18)]
        let indent = columns.reduce(0) { $0 + $1.count + 2 }
        let text = output.wrapped(output.told(decision.text), indent: indent)
        return ([output.coloured(time, .faint)] + columns.dropFirst() + [text]).joined(separator: "  ")
    }
}

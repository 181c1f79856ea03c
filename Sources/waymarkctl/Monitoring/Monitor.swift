import CommandLineTool
import UserInput
import Waymark

extension Command {
    static let monitor = Command(
        name: "monitor",
        summary: "watch fix, receivers, apps, widgets and decisions on the whole terminal",
        operands: "",
        options: [.init("plain", "print lines instead: the receivers' states and the decisions")],
        details: """
            Keys: q quits, the arrows, Page Up, Page Down, Home and End scroll, Tab switches between the halves,
            / shows only apps, widgets and decisions that contain a text, p pauses, ? shows this list.

            It only looks on: it turns no receiver on, and no widget comes into view. It shows what the caller may
            see, waits for the service while that is restarted, and says so. Where standard input or output is no
            terminal, it prints lines.
            """
    ) { invocation in
        guard !invocation.isForMachines else {
            throw Failure.usage(
                "monitor is for people; programs use 'journal --follow' or 'receivers --watch'"
            )
        }
        guard TerminalScreen.isPossible, !invocation.line.has("plain") else {
            return try printLines(invocation)
        }
        try FullScreenMonitor(invocation).run()
    }

    /// Prints the states of receivers and the decisions, until a signal or the end of the output's reader.
    private static func printLines(_ invocation: Invocation) throws {
        let (service, output) = (invocation.service, invocation.output)
        let patience = try Patience()
        // The time of the latest decision, and the one at which the open stream goes on.
        var latest: String?
        var resumed: String?
        let receivers = ServiceLink(InspectInterface.WatchReceivers(), to: service.path, patience.poller)
        try receivers.connect()
        let decisions = ServiceLink(to: service.path, patience.poller) { () throws(ClientError) in
            resumed = latest
            // At first, some past decisions.
            return try service.stream(
                InspectInterface.WatchDecisions(since: latest, limit: latest == nil ? 10 : nil)
            )
        }
        decisions.open()
        repeat {
            while let reply = try receivers.nextReply()?.value {
                for receiver in reply.receivers {
                    try output.line("\(receiver.name.harmless)  \(receiver.condition(output))")
                }
                guard try patience.lasts() else { return }
            }
            while let reply = try decisions.nextReply(complains: false)?.value {
                for decision in reply.decisions where decision.time != resumed {
                    try output.line(line(for: decision, output))
                }
                latest = reply.decisions.last?.time ?? latest
                guard try patience.lasts() else { return }
            }
        } while try patience.wait(until: [receivers.deadline, decisions.deadline].compactMap(\.self).min())
    }
}

import CommandLineTool
import UserInput

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
    ) { (invocation) throws(Failure) in
        guard !invocation.isForMachines else {
            throw .usage("monitor is for people; programs use 'journal --follow' or 'receivers --watch'")
        }
        guard TerminalScreen.isPossible, !invocation.line.has("plain") else {
            return try PlainMonitor(invocation).run()
        }
        try FullScreenMonitor(invocation).run()
    }
}

import UserInput
import WaymarkInterfaces

extension Command {
    /// `waymarkctl push`.
    static let push = Command(
        name: "push",
        summary: "reload the widgets of an app, because there is something new",
        operands: "APP [KIND]",
        options: [Invocation.userOption],
        details: """
            For scripts and programs that are not the app's provider. The reloads are charged to the widgets'
            budgets. Prints a ticket for each widget, which 'waymarkctl explain TICKET' explains.
            """
    ) { (invocation) throws(Failure) in
        let names = invocation.operands
        let push = WidgetsInterface.Push(
            app: names[0],
            kind: names.count > 1 ? names[1] : nil,
            user: try invocation.user()
        )
        try invocation.show(push) { (reply) throws(Failure) in
            guard !reply.reloads.isEmpty else { return try invocation.output.line("no widget is placed") }
            for asked in reply.reloads {
                let merged = asked.merged ? " (asked for before)" : ""
                try invocation.output.line("\(asked.ticket) \(asked.widget)\(merged)")
            }
        }
    }
}

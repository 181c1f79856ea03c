import CommandLineTool
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let push = Command(
        name: "push",
        summary: "reload the widgets of an app, because there is something new",
        operands: "APP [KIND]",
        options: [
            Invocation.userOption,
            .init("follow", "print what becomes of the reloads, until they are over"),
        ],
        details: """
            For scripts and programs that are not the app's provider. The reloads are charged to the widgets'
            budgets. Where a manifest declares a kind, it must say Pushable=yes. Prints a ticket for each widget,
            which 'waymarkctl explain TICKET' explains and 'waymarkctl ticket TICKET' follows.
            """
    ) { (invocation) throws(Failure) in
        let names = invocation.operands
        let push = WidgetsInterface.Push(
            app: names[0],
            kind: names.count > 1 ? names[1] : nil,
            user: try invocation.user()
        )
        if invocation.line.has("follow") {
            let asked = try invocation.service.call(push).value.reloads
            return asked.isEmpty ? () : try invocation.followTickets(asked.map(\.ticket))
        }
        try invocation.show(push) { (reply) throws(Failure) in
            guard !reply.reloads.isEmpty else { return try invocation.output.line("no widget is placed") }
            for asked in reply.reloads {
                let merged = asked.merged ? " (asked for before)" : ""
                try invocation.output.line("\(asked.ticket) \(asked.widget)\(merged)")
            }
        }
    }
}

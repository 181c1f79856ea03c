import CommandLineTool
import LocationModel
import ServiceClient
import UserInput
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
    ) { invocation in
        let names = invocation.operands
        let push = WidgetsInterface.Push(
            app: names[0],
            kind: names.count > 1 ? names[1] : nil,
            user: try invocation.user()
        )
        let what = names.count > 1 ? "kind '\(names[1])' of \(names[0])" : names[0]
        let none = "no widget of \(what) is placed"
        if invocation.line.has("follow") {
            let asked = try invocation.service.call(push).value.reloads
            guard asked.isEmpty else { return try invocation.followTickets(asked.map(\.ticket)) }
            return invocation.isForMachines ? () : try invocation.output.line(none)
        }
        try invocation.show(push) { reply in
            guard !reply.reloads.isEmpty else { return try invocation.output.line(none) }
            for asked in reply.reloads {
                let merged = asked.merged ? " (asked for before)" : ""
                try invocation.output.line("\(asked.ticket) \(asked.widget)\(merged)")
            }
        }
    }

    static let ticket = Command(
        name: "ticket",
        summary: "follow what becomes of reloads that were asked for, until they are over",
        operands: "TICKET...",
        details: """
            Prints each TICKET as it is now, and again whenever something has become of it, until nothing more can. It
            goes on after a restart of the service. 'waymarkctl explain TICKET' says why one waits.

            The exit status is 0 if all timelines have come, and 4 if a widget was removed before.
            """
    ) { invocation in try invocation.followTickets(invocation.operands) }
}

extension Invocation {
    /// Prints the states of tickets until all are over.
    func followTickets(_ tickets: [String]) throws {
        var told: [String: WidgetsInterface.Ticket] = [:]
        let isOver = {
            told.count == Set(tickets).count
                && told.values.allSatisfy { [.done, .removed].contains($0.state) }
        }
        try service.follow(WidgetsInterface.WatchTickets(tickets: tickets), until: isOver) { answer in
            guard let changed = answer.value.tickets else { return }
            if isForMachines { try output.line(answer.json) }
            for ticket in changed where told.updateValue(ticket, forKey: ticket.ticket)?.text != ticket.text {
                if !isForMachines {
                    try output.line("\(ticket.ticket) \(ticket.widget): \(output.told(ticket.text))")
                }
            }
        }
        if let removed = told.values.first(where: { $0.state == .removed }) {
            throw Failure.notFound("the widget \(removed.widget) was removed before its reload")
        }
    }
}

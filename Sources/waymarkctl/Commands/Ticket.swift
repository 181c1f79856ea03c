import CommandLineTool
import LocationModel
import UserInput
import Waymark
import WaymarkInterfaces

extension Command {
    static let ticket = Command(
        name: "ticket",
        summary: "follow what becomes of reloads that were asked for, until they are over",
        operands: "TICKET...",
        details: """
            Prints each TICKET as it is now, and again whenever something has become of it: it waits for something
            else, the provider is asked, the timeline has come, or the widget was removed. It ends when nothing more
            can become of any of them, and goes on after a restart of the service. At most 64 tickets can be
            followed at once. 'waymarkctl explain TICKET' says why one waits.

            The exit status is 0 if all timelines have come, and 4 if a widget was removed before.
            """
    ) { (invocation) throws(Failure) in try invocation.followTickets(invocation.operands) }
}

extension Invocation {
    /// Prints what becomes of tickets until they are over.
    func followTickets(_ tickets: [String]) throws(Failure) {
        var told: [String: WidgetsInterface.Ticket] = [:]
        let isOver = { told.count == Set(tickets).count && told.values.allSatisfy(\.state.isFinal) }
        try service.follow(WidgetsInterface.WatchTickets(tickets: tickets), until: isOver) {
            (answer) throws(Failure) in
            guard let changed = answer.value.tickets else { return }
            if isForMachines { try output.line(answer.json) }
            for ticket in changed where told.updateValue(ticket, forKey: ticket.ticket)?.text != ticket.text {
                if !isForMachines {
                    try output.line("\(ticket.ticket) \(ticket.widget): \(output.told(ticket.text))")
                }
            }
        }
        if let removed = told.values.first(where: { $0.state == .removed }) {
            throw .notFound("the widget \(removed.widget) was removed before its reload")
        }
    }
}

extension TicketCondition {
    fileprivate var isFinal: Bool { self == .done || self == .removed }
}

import LocationModel

/// The tickets of the reloads that were asked for last.
///
/// Whoever asks for a reload that waits already gets the ticket of that one. So tickets become more only as reloads
/// happen, and a widget has at most two that are not final: one that is requested, and one that waits.
struct ReloadTickets: Hashable, Codable, Sendable {
    /// The number of final tickets that are kept for the widgets of one user; of more, the oldest are forgotten.
    static let limitPerUser = 256

    private var tickets: [TicketIdentifier: ReloadTicket] = [:]

    /// The final tickets of each user, in the order in which they became so.
    private var ended: [UserIdentifier: [TicketIdentifier]] = [:]

    /// The tickets of each widget that are not final, oldest first.
    private var open: [WidgetIdentifier: [TicketIdentifier]] = [:]
    private var numbers: Numbering

    /// The tickets that have changed since ``drainChanged()`` was called last.
    private var changed: [TicketIdentifier] = []

    /// Those of them whose saved part has changed, or that were forgotten.
    private var changes: [Change] = []

    /// The saved part of a ticket; `nil` once it was forgotten.
    private struct Change: Hashable, Codable {
        let ticket: TicketIdentifier
        let saved: SavedTicket?
    }

    /// Creates the tickets of a saved state; `numbers` continue after them.
    init(restoring saved: [TicketIdentifier: SavedTicket], numbers: Numbering) {
        self.numbers = numbers
        for (identifier, ticket) in saved.sorted(by: { $0.key < $1.key }) {
            tickets[identifier] = ReloadTicket(identifier, ticket)
            if ticket.end == nil {
                open[ticket.widget, default: []].append(identifier)
            } else {
                ended[ticket.kind.app.user, default: []].append(identifier)
            }
        }
    }

    subscript(ticket: TicketIdentifier) -> ReloadTicket? { tickets[ticket] }

    /// The part that survives a restart.
    var saved: [TicketIdentifier: SavedTicket] { tickets.mapValues(\.saved) }

    /// Returns the tickets of a widget that wait, as its pending reload does.
    func waiting(of widget: WidgetIdentifier) -> [TicketIdentifier] {
        open[widget]?.filter { tickets[$0]?.state == .waiting } ?? []
    }

    /// Returns the ticket of a reload that is asked for.
    mutating func ask(
        _ widget: WidgetIdentifier,
        of kind: KindKey,
        _ reason: ReloadReason,
        at now: Moment
    ) -> AskedReload {
        if let waiting = waiting(of: widget).first {
            tickets[waiting]?.asks += 1
            changed.append(waiting)
            return AskedReload(widget: widget, ticket: waiting, isMerged: true)
        }
        let ticket = TicketIdentifier(numbers.next(at: now.instant))
        let saved = SavedTicket(widget: widget, kind: kind, reason: reason, askedAt: now.utc)
        tickets[ticket] = ReloadTicket(ticket, saved)
        open[widget, default: []].append(ticket)
        changes.append(Change(ticket: ticket, saved: saved))
        return AskedReload(widget: widget, ticket: ticket, isMerged: false)
    }

    /// Records that a widget's timeline is requested, which serves all who asked until now.
    mutating func request(_ request: RequestIdentifier, of widget: WidgetIdentifier) {
        for ticket in waiting(of: widget) {
            tickets[ticket]?.request = request
            changed.append(ticket)
        }
    }

    /// Records that a request was answered with a timeline.
    mutating func finish(_ request: RequestIdentifier, of widget: WidgetIdentifier, at date: UTCInstant) {
        end(.done(request, at: date), of: widget) { $0.request == request }
    }

    /// Records that a widget's request has ended without a timeline, and counts it if it failed.
    mutating func giveBack(_ widget: WidgetIdentifier, hasFailed: Bool) {
        for identifier in open[widget] ?? [] {
            guard var ticket = tickets[identifier], ticket.request != nil else { continue }
            ticket.request = nil
            if hasFailed {
                ticket.saved.failures += 1
                changes.append(Change(ticket: identifier, saved: ticket.saved))
            }
            tickets[identifier] = ticket
            changed.append(identifier)
        }
    }

    /// Records that a widget was removed.
    mutating func remove(_ widget: WidgetIdentifier, at date: UTCInstant) {
        end(.removed(at: date), of: widget) { _ in true }
    }

    /// Returns the tickets that have changed since the last call, and what must be saved of them.
    mutating func drainChanged() -> (tickets: [TicketIdentifier], changes: [StateChange]) {
        defer { (changed, changes) = ([], []) }
        return (changed, changes.map { .ticket($0.ticket, $0.saved) })
    }

    private mutating func end(
        _ end: SavedTicket.End,
        of widget: WidgetIdentifier,
        where isEnded: (ReloadTicket) -> Bool
    ) {
        var left: [TicketIdentifier] = []
        for identifier in open[widget] ?? [] {
            guard var ticket = tickets[identifier], isEnded(ticket) else {
                left.append(identifier)
                continue
            }
            ticket.request = nil
            ticket.saved.end = end
            tickets[identifier] = ticket
            changed.append(identifier)
            changes.append(Change(ticket: identifier, saved: ticket.saved))
            keepEnded(identifier, of: ticket.kind.app.user)
        }
        open[widget] = left.isEmpty ? nil : left
    }

    private mutating func keepEnded(_ ticket: TicketIdentifier, of user: UserIdentifier) {
        ended[user, default: []].append(ticket)
        guard let all = ended[user], all.count > Self.limitPerUser else { return }
        ended[user]?.removeFirst()
        tickets[all[0]] = nil
        changes.append(Change(ticket: all[0], saved: nil))
    }
}

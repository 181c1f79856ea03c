package import LocationModel

/// A reload that a provider or another program asked for, and what has become of it.
package struct ReloadTicket: Hashable, Codable, Sendable {
    package enum End: Hashable, Codable, Sendable {
        case done(RequestIdentifier, at: UTCInstant)
        case removed(at: UTCInstant)
    }

    package var widget: WidgetIdentifier, kind: KindKey
    package var reason: ReloadReason

    /// The date when the reload was first asked for.
    package var askedAt: UTCInstant

    /// The number of requests for it that have failed.
    package var failures: UInt32 = 0

    package var end: End?

    package var request: RequestIdentifier?

    /// The number of calls that have asked for the same reload since the service started, at least 1.
    package var asks = 1

    /// The parts that survive a restart.
    private enum CodingKeys: CodingKey {
        case widget, kind, reason, askedAt, failures, end
    }

    package init(widget: WidgetIdentifier, kind: KindKey, reason: ReloadReason, askedAt: UTCInstant) {
        self.widget = widget
        self.kind = kind
        self.reason = reason
        self.askedAt = askedAt
    }

    /// The ticket as a restart leaves it.
    package var saved: ReloadTicket {
        var saved = self
        (saved.request, saved.asks) = (nil, 1)
        return saved
    }
}

package struct AskedReload: Hashable, Sendable {
    package let widget: WidgetIdentifier
    package let ticket: TicketIdentifier

    /// Whether the ticket is an earlier one: its reload has not been requested yet, and serves this call too.
    package let isMerged: Bool
}

/// A ticket, with the wait of its widget's next reload.
package struct TicketStatus: Hashable, Sendable {
    package let identifier: TicketIdentifier
    package let ticket: ReloadTicket

    /// The wait of the widget's next reload; `nil` when it waits for nothing, or the ticket has ended.
    package let wait: ReloadWait?

    package var condition: TicketCondition {
        switch ticket.end {
        case .done: .done
        case .removed: .removed
        case nil: ticket.request != nil ? .requested : wait?.isForBudget == true ? .deferred : .waiting
        }
    }

    /// The state of the reload, for a person.
    package var text: String {
        let failures = ticket.failures
        let tries = failures == 0 ? "" : ", after \(failures) \(failures == 1 ? "failure" : "failures")"
        return switch ticket.end {
        case .done(let request, let date): "done at \(date) with \(request)\(tries)"
        case .removed(let date): "the widget was removed at \(date)"
        case nil:
            ticket.request.map { "\($0) asks the provider for the timeline\(tries)" }
                ?? "waiting\(tries): \(wait?.text ?? "it follows at once")"
        }
    }

    /// Returns whether another status says the same, apart from what varies as time passes.
    package func saysTheSame(as other: TicketStatus) -> Bool {
        ticket == other.ticket && wait?.name == other.wait?.name
    }
}

/// The tickets of the latest reloads that were asked for, and the streams that watch them.
///
/// A call for a reload that waits already gets the ticket of that one. So tickets multiply only as reloads
/// happen, and a widget has at most two that have not ended: one that is requested, and one that waits.
struct ReloadTickets: Equatable, Sendable {
    /// The number of ended tickets that are kept for the widgets of one user; of more, the oldest are forgotten.
    static let limitPerUser = 256

    private var tickets: [TicketIdentifier: ReloadTicket] = [:]

    /// The ended tickets of each user, in the order in which they ended.
    private var ended: [UserIdentifier: [TicketIdentifier]] = [:]

    /// The tickets of each widget that have not ended, oldest first.
    private var open: [WidgetIdentifier: [TicketIdentifier]] = [:]
    private var numbers: Numbering

    /// The tickets that each stream watches, with what it was told of them last.
    private var watched: [SessionIdentifier: [TicketIdentifier: TicketStatus]] = [:]

    /// The watched tickets with possible news.
    private var marked: Set<TicketIdentifier> = []

    /// Creates the tickets of a saved state; `numbers` continue after them.
    init(restoring saved: [TicketIdentifier: ReloadTicket], numbers: Numbering) {
        self.numbers = numbers
        tickets = saved
        for (identifier, ticket) in saved.sorted(by: { $0.key < $1.key }) {
            if ticket.end == nil {
                open[ticket.widget, default: []].append(identifier)
            } else {
                ended[ticket.kind.app.user, default: []].append(identifier)
            }
        }
    }

    subscript(ticket: TicketIdentifier) -> ReloadTicket? { tickets[ticket] }

    var saved: [TicketIdentifier: ReloadTicket] { tickets.mapValues(\.saved) }

    /// Returns the tickets of a widget that wait, as its pending reload does.
    private func waiting(of widget: WidgetIdentifier) -> [TicketIdentifier] {
        open[widget]?.filter { tickets[$0]?.request == nil } ?? []
    }

    // MARK: Changes

    mutating func ask(
        _ widget: WidgetIdentifier,
        of kind: KindKey,
        _ reason: ReloadReason,
        _ turn: inout Turn
    ) -> AskedReload {
        if let waiting = waiting(of: widget).first {
            update(waiting, &turn) { $0.asks += 1 }
            return AskedReload(widget: widget, ticket: waiting, isMerged: true)
        }
        let identifier = TicketIdentifier(numbers.next(at: turn.now.instant))
        let ticket = ReloadTicket(widget: widget, kind: kind, reason: reason, askedAt: turn.now.utc)
        tickets[identifier] = ticket
        open[widget, default: []].append(identifier)
        turn.commit(.ticket(identifier, ticket))
        return AskedReload(widget: widget, ticket: identifier, isMerged: false)
    }

    /// Records that a widget's timeline is requested, which serves all who asked until now.
    mutating func request(_ request: RequestIdentifier, of widget: WidgetIdentifier, _ turn: inout Turn) {
        for ticket in waiting(of: widget) { update(ticket, &turn) { $0.request = request } }
    }

    /// Records that a widget's request has ended without a timeline, and counts it if it failed.
    mutating func endRequest(of widget: WidgetIdentifier, hasFailed: Bool, _ turn: inout Turn) {
        for ticket in open[widget] ?? [] where tickets[ticket]?.request != nil {
            update(ticket, &turn) {
                $0.request = nil
                if hasFailed { $0.failures += 1 }
            }
        }
    }

    /// Ends the tickets of a widget, or those that a request has served.
    mutating func end(
        _ end: ReloadTicket.End,
        of widget: WidgetIdentifier,
        servedBy request: RequestIdentifier? = nil,
        _ turn: inout Turn
    ) {
        let ending = (open[widget] ?? []).filter { request == nil || tickets[$0]?.request == request }
        for ticket in ending {
            update(ticket, &turn) { ($0.request, $0.end) = (nil, end) }
            keepEnded(ticket, &turn)
        }
        let left = (open[widget] ?? []).filter { !ending.contains($0) }
        open[widget] = left.isEmpty ? nil : left
    }

    private mutating func keepEnded(_ ticket: TicketIdentifier, _ turn: inout Turn) {
        guard let user = tickets[ticket]?.kind.app.user else { return }
        ended[user, default: []].append(ticket)
        guard let all = ended[user], all.count > Self.limitPerUser else { return }
        ended[user]?.removeFirst()
        tickets[all[0]] = nil
        turn.commit(.ticket(all[0], nil))
    }

    /// Changes a ticket, and saves what must survive a restart.
    private mutating func update(
        _ identifier: TicketIdentifier,
        _ turn: inout Turn,
        _ body: (inout ReloadTicket) -> Void
    ) {
        guard var ticket = tickets[identifier] else { return }
        let before = ticket.saved
        body(&ticket)
        tickets[identifier] = ticket
        if ticket.saved != before { turn.commit(.ticket(identifier, ticket.saved)) }
        mark(identifier)
    }

    // MARK: Watching

    mutating func watch(_ statuses: [TicketStatus], on session: SessionIdentifier) {
        watched[session] = Dictionary(statuses.map { ($0.identifier, $0) }) { first, _ in first }
    }

    mutating func endWatching(_ session: SessionIdentifier) { watched[session] = nil }

    /// Marks a widget's tickets that wait, because their wait may have changed.
    mutating func markWaiting(of widget: WidgetIdentifier) {
        for ticket in waiting(of: widget) { mark(ticket) }
    }

    private mutating func mark(_ ticket: TicketIdentifier) {
        if watched.values.contains(where: { $0[ticket] != nil }) { marked.insert(ticket) }
    }

    /// Returns the watched tickets that were marked since the last call, oldest first.
    mutating func takeMarked() -> [TicketIdentifier] {
        guard !marked.isEmpty else { return [] }
        defer { marked = [] }
        return marked.sorted()
    }

    /// Returns the streams that were told another status of a ticket, and records this one as told.
    mutating func takeSessions(toTell status: TicketStatus) -> [SessionIdentifier] {
        let ticket = status.identifier
        let sessions = watched.sortedKeys { $0[ticket]?.saysTheSame(as: status) == false }
        for session in sessions { watched[session]?[ticket] = status }
        return sessions
    }
}

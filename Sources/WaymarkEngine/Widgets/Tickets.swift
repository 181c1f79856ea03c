package import LocationModel

/// A reload that a provider or another program asked for, and what has become of it.
package struct ReloadTicket: Hashable, Codable, Sendable {
    package enum State: Hashable, Sendable {
        /// It waits, as the widget's pending reload does.
        case waiting
        case requested(RequestIdentifier)

        /// The provider delivered the timeline.
        case done(RequestIdentifier, at: UTCInstant)
        case removed(at: UTCInstant)

        /// Whether nothing more will become of it.
        package var isFinal: Bool {
            switch self {
            case .waiting, .requested: false
            case .done, .removed: true
            }
        }
    }

    package let identifier: TicketIdentifier

    /// The part that survives a restart.
    package internal(set) var saved: SavedTicket

    /// The unanswered request for it, if any.
    var request: RequestIdentifier?

    /// The number of calls that have asked for the same reload since the service started, at least 1.
    package internal(set) var asks = 1

    package var widget: WidgetIdentifier { saved.widget }
    package var kind: KindKey { saved.kind }
    package var reason: ReloadReason { saved.reason }

    package var askedAt: UTCInstant { saved.askedAt }
    package var failures: UInt32 { saved.failures }

    package var state: State {
        switch saved.end {
        case .done(let request, let date): .done(request, at: date)
        case .removed(let date): .removed(at: date)
        case nil: request.map { .requested($0) } ?? .waiting
        }
    }
}

/// The part of a ticket that survives a restart.
package struct SavedTicket: Hashable, Codable, Sendable {
    package enum End: Hashable, Codable, Sendable {
        /// The provider delivered the timeline.
        case done(RequestIdentifier, at: UTCInstant)
        case removed(at: UTCInstant)
    }

    package var widget: WidgetIdentifier, kind: KindKey
    package var reason: ReloadReason

    /// The date when the reload was first asked for.
    package var askedAt: UTCInstant

    /// The number of requests for it that have failed.
    package var failures: UInt32 = 0

    /// The end, once it has come.
    package var end: End?

    package init(widget: WidgetIdentifier, kind: KindKey, reason: ReloadReason, askedAt: UTCInstant) {
        self.widget = widget
        self.kind = kind
        self.reason = reason
        self.askedAt = askedAt
    }
}

package struct AskedReload: Hashable, Sendable {
    package let widget: WidgetIdentifier
    package let ticket: TicketIdentifier

    /// Whether the ticket is an earlier one: its reload has not been requested yet, and serves this call too.
    package let isMerged: Bool
}

/// A ticket, with what its widget's next reload waits for.
package struct TicketStatus: Hashable, Sendable {
    package let ticket: ReloadTicket

    /// What the widget's next reload waits for; `nil` when it waits for nothing, or the ticket is final.
    package let wait: ReloadWait?

    package var condition: TicketCondition {
        switch ticket.state {
        case .waiting: wait?.isForBudget == true ? .deferred : .waiting
        case .requested: .requested
        case .done: .done
        case .removed: .removed
        }
    }

    /// What has become of the reload, for a person.
    package var text: String {
        let failures = ticket.failures
        let tries = failures == 0 ? "" : ", after \(failures) \(failures == 1 ? "failure" : "failures")"
        return switch ticket.state {
        case .waiting: "waiting\(tries): it follows \(wait?.text ?? "at once")"
        case .requested(let request): "\(request) asks the provider for the timeline\(tries)"
        case .done(let request, let date): "done at \(date) with \(request)\(tries)"
        case .removed(let date): "the widget was removed at \(date)"
        }
    }
}

/// The tickets of the reloads that were asked for last.
///
/// Whoever asks for a reload that waits already gets the ticket of that one. So tickets become more only as reloads
/// happen, and a widget has at most two that are not final: one that is requested, and one that waits.
struct ReloadTickets: Hashable, Sendable {
    /// The number of final tickets that are kept for the widgets of one user; of more, the oldest are forgotten.
    static let limitPerUser = 256

    private var tickets: [TicketIdentifier: ReloadTicket] = [:]

    /// The final tickets of each user, in the order in which they became so.
    private var ended: [UserIdentifier: [TicketIdentifier]] = [:]

    /// The tickets of each widget that are not final, oldest first.
    private var open: [WidgetIdentifier: [TicketIdentifier]] = [:]
    private var numbers: Numbering

    /// The tickets that have changed since ``takeChanged()`` was called last.
    private var changed: [TicketIdentifier] = []

    /// What must be saved of them.
    private var changes: [StateChange] = []

    /// Creates the tickets of a saved state; `numbers` continue after them.
    init(restoring saved: [TicketIdentifier: SavedTicket], numbers: Numbering) {
        self.numbers = numbers
        for (identifier, ticket) in saved.sorted(by: { $0.key < $1.key }) {
            tickets[identifier] = ReloadTicket(identifier: identifier, saved: ticket)
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
        tickets[ticket] = ReloadTicket(identifier: ticket, saved: saved)
        open[widget, default: []].append(ticket)
        changes.append(.ticket(ticket, saved))
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
    mutating func endRequest(of widget: WidgetIdentifier, hasFailed: Bool) {
        for identifier in open[widget] ?? [] {
            guard var ticket = tickets[identifier], ticket.request != nil else { continue }
            ticket.request = nil
            if hasFailed {
                ticket.saved.failures += 1
                changes.append(.ticket(identifier, ticket.saved))
            }
            tickets[identifier] = ticket
            changed.append(identifier)
        }
    }

    mutating func remove(_ widget: WidgetIdentifier, at date: UTCInstant) {
        end(.removed(at: date), of: widget) { _ in true }
    }

    /// Returns the tickets that have changed since the last call, and what must be saved of them.
    mutating func takeChanged() -> (tickets: [TicketIdentifier], changes: [StateChange]) {
        defer { (changed, changes) = ([], []) }
        return (changed, changes)
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
            changes.append(.ticket(identifier, ticket.saved))
            keepEnded(identifier, of: ticket.kind.app.user)
        }
        open[widget] = left.isEmpty ? nil : left
    }

    private mutating func keepEnded(_ ticket: TicketIdentifier, of user: UserIdentifier) {
        ended[user, default: []].append(ticket)
        guard let all = ended[user], all.count > Self.limitPerUser else { return }
        ended[user]?.removeFirst()
        tickets[all[0]] = nil
        changes.append(.ticket(all[0], nil))
    }
}

/// The open streams of those who watch what becomes of tickets.
struct TicketWatchers: Hashable, Sendable {
    /// What a stream was told of a ticket, without what varies as time passes.
    private struct Shown: Hashable {
        let ticket: ReloadTicket
        let wait: ReloadWait.Kind?

        init(_ status: TicketStatus) {
            ticket = status.ticket
            wait = status.wait?.kind
        }
    }

    /// The tickets that each stream watches, with what it was told of them last.
    private var told: [SessionIdentifier: [TicketIdentifier: Shown]] = [:]

    /// The watched tickets of which there may be something to tell.
    private var marked: Set<TicketIdentifier> = []

    var isEmpty: Bool { told.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ watched: [TicketStatus]) {
        let shown = watched.map { ($0.ticket.identifier, Shown($0)) }
        told[session] = Dictionary(shown) { first, _ in first }
    }

    mutating func remove(_ session: SessionIdentifier) { told[session] = nil }

    /// Returns the streams that were told something else of a ticket, and counts them as told this.
    mutating func takeSessions(toTell status: TicketStatus) -> [SessionIdentifier] {
        let (ticket, news) = (status.ticket.identifier, Shown(status))
        let sessions = told.filter { _, shown in shown[ticket].map { $0 != news } ?? false }.keys.sorted()
        for session in sessions { told[session]?[ticket] = news }
        return sessions
    }

    /// Marks a ticket that may have changed, or what it waits for, if anybody watches it.
    mutating func mark(_ ticket: TicketIdentifier) {
        if told.values.contains(where: { $0[ticket] != nil }) { marked.insert(ticket) }
    }

    /// Returns the watched tickets that were marked since the last call, oldest first.
    mutating func takeMarked() -> [TicketIdentifier] {
        guard !marked.isEmpty else { return [] }
        defer { marked = [] }
        return marked.sorted()
    }
}

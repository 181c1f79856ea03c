package import LocationModel

/// A reload that a provider or another program asked for, and what has become of it.
package struct ReloadTicket: Hashable, Sendable {
    /// What has become of the reload.
    package enum State: Hashable, Sendable {
        /// It waits, as the widget's pending reload does.
        case waiting

        /// The timeline is requested from a provider.
        case requested(RequestIdentifier)

        /// The provider delivered the timeline.
        case done(RequestIdentifier, at: UTCInstant)

        /// The widget was removed.
        case removed(at: UTCInstant)

        /// Whether nothing more will become of it.
        package var isFinal: Bool {
            switch self {
            case .waiting, .requested: false
            case .done, .removed: true
            }
        }
    }

    /// The ticket.
    package let identifier: TicketIdentifier

    /// The widget and its kind.
    package let widget: WidgetIdentifier, kind: KindKey

    /// The reason, from the first who asked.
    package let reason: ReloadReason

    /// The date when the reload was first asked for.
    package let askedAt: UTCInstant

    /// The number of calls that have asked for the same reload.
    package fileprivate(set) var asks = 1

    /// The number of requests for it that have failed.
    package fileprivate(set) var failures = 0

    /// What has become of it.
    package fileprivate(set) var state = State.waiting
}

/// A reload that a call has asked for.
package struct AskedReload: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// The ticket.
    package let ticket: TicketIdentifier

    /// Whether the ticket is an earlier one: its reload has not been requested yet, and serves this call too.
    package let isMerged: Bool
}

/// The tickets of the reloads that were asked for last.
///
/// Whoever asks for a reload that waits already gets the ticket of that one. So tickets become more only as reloads happen.
struct ReloadTickets: Hashable, Sendable {
    /// The number of tickets that are kept for the widgets of one user; of more, the oldest are forgotten.
    static let limitPerUser = 256

    private var tickets: [TicketIdentifier: ReloadTicket] = [:]

    /// The tickets of each user, oldest first.
    private var byUser: [UserIdentifier: [TicketIdentifier]] = [:]

    /// The tickets of each widget that are not final.
    private var open: [WidgetIdentifier: [TicketIdentifier]] = [:]
    private var numbers: Numbering

    init(numbers: Numbering) { self.numbers = numbers }

    subscript(ticket: TicketIdentifier) -> ReloadTicket? { tickets[ticket] }

    /// Returns the ticket of a reload that is asked for.
    mutating func ask(
        _ widget: WidgetIdentifier,
        of kind: KindKey,
        _ reason: ReloadReason,
        at now: Moment
    ) -> AskedReload {
        if let waiting = open[widget]?.first(where: { tickets[$0]?.state == .waiting }) {
            tickets[waiting]?.asks += 1
            return AskedReload(widget: widget, ticket: waiting, isMerged: true)
        }
        let ticket = TicketIdentifier(numbers.next(at: now.instant))
        tickets[ticket] = ReloadTicket(
            identifier: ticket,
            widget: widget,
            kind: kind,
            reason: reason,
            askedAt: now.utc
        )
        open[widget, default: []].append(ticket)
        byUser[kind.app.user, default: []].append(ticket)
        forgetOldest(of: kind.app.user)
        return AskedReload(widget: widget, ticket: ticket, isMerged: false)
    }

    private mutating func forgetOldest(of user: UserIdentifier) {
        guard let all = byUser[user], all.count > Self.limitPerUser else { return }
        let oldest = all[0]
        byUser[user]?.removeFirst()
        guard let forgotten = tickets.removeValue(forKey: oldest) else { return }
        close([oldest], of: forgotten.widget)
    }

    /// Records that a widget's timeline is requested, which serves all who asked until now.
    mutating func request(_ request: RequestIdentifier, of widget: WidgetIdentifier) {
        for ticket in open[widget] ?? [] where tickets[ticket]?.state == .waiting {
            tickets[ticket]?.state = .requested(request)
        }
    }

    /// Records that a request was answered with a timeline.
    mutating func finish(_ request: RequestIdentifier, of widget: WidgetIdentifier, at date: UTCInstant) {
        let done = open[widget]?.filter { tickets[$0]?.state == .requested(request) } ?? []
        for ticket in done { tickets[ticket]?.state = .done(request, at: date) }
        close(done, of: widget)
    }

    /// Records that a widget's request has ended without a timeline, and counts it if it failed.
    mutating func giveBack(_ widget: WidgetIdentifier, hasFailed: Bool) {
        for ticket in open[widget] ?? [] {
            guard case .requested = tickets[ticket]?.state else { continue }
            tickets[ticket]?.state = .waiting
            if hasFailed { tickets[ticket]?.failures += 1 }
        }
    }

    /// Records that a widget was removed.
    mutating func remove(_ widget: WidgetIdentifier, at date: UTCInstant) {
        for ticket in open[widget] ?? [] { tickets[ticket]?.state = .removed(at: date) }
        open[widget] = nil
    }

    private mutating func close(_ closed: [TicketIdentifier], of widget: WidgetIdentifier) {
        guard !closed.isEmpty else { return }
        open[widget]?.removeAll(where: closed.contains)
        if open[widget]?.isEmpty == true { open[widget] = nil }
    }
}

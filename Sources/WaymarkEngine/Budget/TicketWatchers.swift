import LocationModel

/// The open streams of those who watch what becomes of tickets.
struct TicketWatchers: Hashable, Codable, Sendable {
    /// What a stream was told of a ticket, without what varies as time passes.
    private struct Told: Hashable, Codable {
        let ticket: ReloadTicket
        let wait: ReloadWait.Kind?

        init(_ status: TicketStatus) {
            ticket = status.ticket
            wait = status.wait?.kind
        }
    }

    /// The tickets that each stream watches, with what it was told of them last.
    private var told: [SessionIdentifier: [TicketIdentifier: Told]] = [:]
    private var watchers: [TicketIdentifier: SortedSet<SessionIdentifier>] = [:]

    /// The watched tickets of which there may be something to tell.
    private var untold: Set<TicketIdentifier> = []

    var isEmpty: Bool { told.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ watched: [TicketStatus]) {
        var first: [TicketIdentifier: Told] = [:]
        for status in watched {
            let ticket = status.ticket.identifier
            first[ticket] = Told(status)
            watchers[ticket, default: SortedSet()].insert(session)
        }
        told[session] = first
    }

    mutating func remove(_ session: SessionIdentifier) {
        for ticket in (told.removeValue(forKey: session) ?? [:]).keys {
            watchers.remove(session, under: ticket)
        }
    }

    /// Returns the streams that were told something else of a ticket, and counts them as told this.
    mutating func drainSessions(toTell status: TicketStatus) -> [SessionIdentifier] {
        let (ticket, news) = (status.ticket.identifier, Told(status))
        return (watchers[ticket]?.elements ?? []).filter {
            told[$0]?.updateValue(news, forKey: ticket) != news
        }
    }

    /// Notes that a ticket may have changed, or what it waits for, if anybody watches it.
    mutating func note(_ ticket: TicketIdentifier) {
        if watchers[ticket] != nil { untold.insert(ticket) }
    }

    /// Returns the watched tickets that were noted since the last call, oldest first.
    mutating func drainUntold() -> [TicketIdentifier] {
        guard !untold.isEmpty else { return [] }
        defer { untold = [] }
        return untold.sorted()
    }
}

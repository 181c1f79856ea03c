import LocationModel

// Reloads that providers and other programs ask for. Each call is answered with tickets, which tell what becomes of it.
extension Widgets {
    /// Returns a ticket, if it is still known and `caller` may see its widget's app.
    func ticket(_ ticket: TicketIdentifier, for caller: Caller) throws(Refusal) -> ReloadTicket {
        guard let known = tickets[ticket], caller.maySee(known.kind.app) else {
            throw .unknownTicket(ticket)
        }
        return known
    }

    func status(
        of identifier: TicketIdentifier,
        _ ticket: ReloadTicket,
        _ machine: Machine,
        _ turn: Turn
    ) -> TicketStatus {
        let wait = ticket.end == nil ? reloadWait(of: ticket.widget, machine, turn) : nil
        return TicketStatus(identifier: identifier, ticket: ticket, wait: wait)
    }

    // MARK: Watching

    /// Opens a stream that tells the status of tickets.
    mutating func watch(
        _ watched: Set<TicketIdentifier>,
        _ session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        var found: [TicketStatus] = []
        for ticket in watched.sorted() {
            found.append(status(of: ticket, try self.ticket(ticket, for: caller), machine, turn))
        }
        try machine.presence.open(session, of: caller.user, &turn)
        tickets.watch(found, on: session)
        turn.emit(.tellTicketWatcher(session, found))
    }

    mutating func tellTickets(_ machine: Machine, _ turn: inout Turn) {
        for identifier in tickets.takeMarked() {
            guard let ticket = tickets[identifier] else { continue }
            let status = status(of: identifier, ticket, machine, turn)
            for session in tickets.takeSessions(toTell: status) {
                turn.emit(.tellTicketWatcher(session, [status]))
            }
        }
    }

    // MARK: Asking

    mutating func reloadTimelines(
        of kind: WidgetKind?,
        _ widget: WidgetIdentifier?,
        on session: SessionIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> [AskedReload] {
        let provider = try provider(session, for: caller, machine.presence)
        if let kind, !provider.kinds.contains(kind) { throw .unknownKind(provider.app.app, kind) }
        let kinds = kind.map { [$0] } ?? provider.kinds
        let served: [WidgetIdentifier]
        if let widget {
            guard let own = table[widget]?.saved.kind, own.app == provider.app, kinds.contains(own.kind)
            else { throw .unknownWidget(widget) }
            served = [widget]
        } else {
            served = widgets(of: provider.app, kinds: kinds)
        }
        return ask(for: served, .requestedByProvider, &machine, &turn)
    }

    /// Reloads the widgets of an app because another program says that there is something new.
    mutating func push(
        _ app: AppKey,
        kind: WidgetKind?,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> [AskedReload] {
        guard caller.maySee(app) else { throw .notPermitted }
        let people = machine.people
        if let kind, people.kinds[KindKey(app: app, kind: kind)] == nil { throw .unknownKind(app.app, kind) }
        let named = table.byApp[app].filter { kind == nil || table[$0]?.saved.kind.kind == kind }
        let pushable = named.filter { table[$0].map { people.isPushable($0.saved.kind) } ?? false }
        if let kind, !people.isPushable(KindKey(app: app, kind: kind)) { throw .notPushable(app.app, kind) }
        if pushable.isEmpty, !named.isEmpty { throw .notPushable(app.app, nil) }
        return ask(for: pushable, .pushed, &machine, &turn)
    }

    private mutating func ask(
        for served: [WidgetIdentifier],
        _ reason: ReloadReason,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) -> [AskedReload] {
        var asked: [AskedReload] = []
        for widget in served {
            guard let kind = table[widget]?.saved.kind else { continue }
            asked.append(tickets.ask(widget, of: kind, reason, &turn))
            reload(widget, because: reason, &machine, &turn)
        }
        return asked
    }
}

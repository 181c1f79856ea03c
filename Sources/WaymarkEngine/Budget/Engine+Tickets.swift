import LocationModel

// Reloads that providers and other programs ask for. Each call is answered with tickets, which tell what becomes of it.
extension Engine {
    /// Returns a ticket, if it is still known and `caller` may see its widget's app.
    package func ticket(_ ticket: TicketIdentifier, for caller: Caller) throws(Refusal) -> ReloadTicket {
        guard let known = tickets[ticket], caller.maySee(known.kind.app) else {
            throw .unknownTicket(ticket)
        }
        return known
    }

    /// Returns a ticket with what its widget waits for, if it is still known and `caller` may see its widget's app.
    package func ticketStatus(
        _ ticket: TicketIdentifier,
        for caller: Caller
    ) throws(Refusal) -> TicketStatus {
        status(of: try self.ticket(ticket, for: caller))
    }

    private func status(of ticket: ReloadTicket) -> TicketStatus {
        TicketStatus(ticket: ticket, wait: ticket.state.isFinal ? nil : reloadWait(of: ticket.widget))
    }

    // MARK: Watching

    mutating func watch(
        _ watched: Set<TicketIdentifier>,
        _ session: SessionIdentifier,
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        var found: [TicketStatus] = []
        do throws(Refusal) {
            for ticket in watched.sorted() { found.append(try ticketStatus(ticket, for: caller)) }
            try machine.presence.open(session, of: caller.user, &turn)
        } catch {
            return emit(.refuse(call, error))
        }
        ticketWatchers.add(session, found)
        emit(.tellTicketWatcher(session, found))
    }

    /// Notes that what a widget's tickets wait for may have changed.
    mutating func noteWait(of widget: WidgetIdentifier) {
        guard !ticketWatchers.isEmpty else { return }
        for ticket in tickets.waiting(of: widget) { ticketWatchers.note(ticket) }
    }

    /// Tells those who watch tickets what has become of them.
    mutating func tellTickets() {
        for identifier in ticketWatchers.drainUntold() {
            guard let ticket = tickets[identifier] else { continue }
            let status = status(of: ticket)
            for session in ticketWatchers.drainSessions(toTell: status) {
                emit(.tellTicketWatcher(session, [status]))
            }
        }
    }

    // MARK: Asking

    mutating func reloadTimelines(
        session: SessionIdentifier,
        kind: WidgetKind?,
        widget: WidgetIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let provider = try provider(session, for: caller)
        if let kind, !provider.kinds.contains(kind) { throw .unknownKind(provider.app.app, kind) }
        let kinds = kind.map { [$0] } ?? provider.kinds
        let served: [WidgetIdentifier]
        if let widget {
            guard let own = widgets[widget]?.saved.kind, own.app == provider.app, kinds.contains(own.kind)
            else { throw .unknownWidget(widget) }
            served = [widget]
        } else {
            served = widgets(of: provider.app, kinds: kinds)
        }
        return ask(for: served, .requestedByProvider)
    }

    /// Reloads the widgets of an app because another program says that there is something new.
    mutating func push(
        _ app: AppKey,
        kind: WidgetKind?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.maySee(app) else { throw .notPermitted }
        if let kind, machine.people.kinds[KindKey(app: app, kind: kind)] == nil { throw .unknownKind(app.app, kind) }
        let named = widgets.byApp[app].filter { kind == nil || widgets[$0]?.saved.kind.kind == kind }
        let pushable = named.filter { widgets[$0].map { machine.people.isPushable($0.saved.kind) } ?? false }
        if let kind, !machine.people.isPushable(KindKey(app: app, kind: kind)) { throw .notPushable(app.app, kind) }
        if pushable.isEmpty, !named.isEmpty { throw .notPushable(app.app, nil) }
        return ask(for: pushable, .pushed)
    }

    private mutating func ask(for served: [WidgetIdentifier], _ reason: ReloadReason) -> Answer {
        var asked: [AskedReload] = []
        for widget in served {
            guard let kind = widgets[widget]?.saved.kind else { continue }
            let moment = now
            asked.append(changeTickets { $0.ask(widget, of: kind, reason, at: moment) })
            owe(widget, reason)
        }
        return .reloads(asked)
    }
}

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
        if let kind, saved.kinds[KindKey(app: app, kind: kind)] == nil { throw .unknownKind(app.app, kind) }
        let served = widgets.byApp[app].filter { kind == nil || widgets[$0]?.saved.kind.kind == kind }
        return ask(for: served, .pushed)
    }

    private mutating func ask(for served: [WidgetIdentifier], _ reason: ReloadReason) -> Answer {
        var asked: [AskedReload] = []
        for widget in served {
            guard let kind = widgets[widget]?.saved.kind else { continue }
            asked.append(tickets.ask(widget, of: kind, reason, at: now))
            owe(widget, reason)
        }
        return .reloads(asked)
    }
}

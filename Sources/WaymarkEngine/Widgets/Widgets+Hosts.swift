import LocationModel

// Hosts, which show widgets: what they have in view, and what they are told.
extension Widgets {
    // MARK: Views

    /// Records that a widget is in view or not: on a host, or for a client without a stream until that is revoked.
    mutating func setVisibility(
        of widget: WidgetIdentifier,
        isVisible: Bool,
        on session: SessionIdentifier?,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let app = try kind(of: widget, for: caller).app
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        if let session,
            machine.presence.hosts[session].map({ caller.mayActFor($0.caller.user) }) != true
        {
            throw .unknownSession(session)
        }
        if isVisible {
            show(widget, on: session, &machine, &turn)
        } else {
            hide(widget, on: session, &machine, &turn)
        }
    }

    private mutating func show(
        _ widget: WidgetIdentifier,
        on host: SessionIdentifier?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let before = table[widget]?.use(at: turn.now.instant) ?? .notInUse(since: nil)
        // A change while the widget was out of view is recorded now, with the time since it was in view.
        if !before.isInView, let situation = situation(of: widget, machine, turn),
            isBehind(situation, machine)
        {
            startReload(of: widget, &machine, &turn)
        }
        let isAlwaysInView = host.flatMap { machine.presence.hosts[$0]?.isAlwaysInView } ?? false
        update(widget, &turn) { $0.show(on: host, isAlwaysInView: isAlwaysInView) }
        if let host { machine.presence.setInView(widget, true, on: host) }
        if !before.isInView {
            recordLook(at: widget, &turn)
            record(.viewed, about: widget, &turn)
        }
        if isAlwaysInView, before != .alwaysInView { record(.alwaysInView, about: widget, &turn) }
        // Receivers go on first, so that a pending reload can wait for their fix.
        if !before.isInView { turn.tell(.cameIntoView(widget)) }
    }

    mutating func hide(
        _ widget: WidgetIdentifier,
        on host: SessionIdentifier?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let wasInView = table[widget]?.isInView
        let (window, now) = (turn.settings.inUseWindow, turn.now.instant)
        recordLook(at: widget, continuously: true, &turn)
        update(widget, &turn) { $0.hide(on: host, window: window, at: now) }
        if let host { machine.presence.setInView(widget, false, on: host) }
        if wasInView == true, table[widget]?.isInView == false {
            record(.hidden(inUseFor: window), about: widget, &turn)
        }
    }

    /// Starts the reload that a widget needs because it has come into view.
    mutating func cameIntoView(_ widget: WidgetIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        let isEntitled = situation(of: widget, machine, turn)?.ground != nil
        if table[widget]?.isUninformed == true, isEntitled {
            reload(widget, because: .locationAvailable, &machine, &turn)
        } else if showsEarlierTime(widget) {
            reload(widget, because: .timeChanged, &machine, &turn)
        } else if isStale(widget, machine, turn) {
            reload(widget, because: .stale, &machine, &turn)
        } else {
            startReload(of: widget, &machine, &turn)
        }
    }

    // MARK: Hosts

    /// Opens the stream of a host, for the named widgets or, with `nil`, for all that it may see.
    mutating func connectHost(
        _ session: SessionIdentifier,
        by caller: Caller,
        widgets: Set<WidgetIdentifier>?,
        isAlwaysInView: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard caller.mayShowFor(caller.user) else { throw .notPermitted }
        let named = widgets.map { SortedSet($0) }
        for widget in named?.elements ?? [] { _ = try kind(of: widget, for: caller) }
        try machine.presence.open(session, of: caller.user, &turn)
        machine.presence.add(Host(caller: caller, widgets: named, isAlwaysInView: isAlwaysInView), session)
        tellNextPiece(session, &machine, &turn)
    }

    /// Tells a host the next widgets of its first state, few enough for one turn of the loop, unless it has
    /// them all.
    func tellNextPiece(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let host = machine.presence.hosts[session], !host.isComplete else { return }
        let limit = Self.widgetsPerPiece + 1
        let next =
            host.widgets?.first(limit, after: host.toldThrough)
            ?? widgets(visibleTo: host.caller, after: host.toldThrough, limit: limit)
        var views: [WidgetView] = []
        var (last, bytes) = (host.toldThrough, 0)
        for widget in next.prefix(Self.widgetsPerPiece) where bytes < Self.bytesPerPiece {
            last = widget
            // A named widget may have been removed.
            guard let view = view(of: widget, machine, turn), host.shows(widget, of: view.kind.app) else {
                continue
            }
            bytes += view.entry?.content.utf8.count ?? 0
            views.append(view)
        }
        let hasMore = next.last.map { $0 != last } ?? false
        machine.presence.setTold(session, through: last, isComplete: !hasMore)
        let isFirst = host.toldThrough == nil
        let event: HostEvent =
            isFirst ? .session(views, hasMore: hasMore) : .widgets(views, hasMore: hasMore)
        turn.emit(.tellHost(session, event))
    }

    /// The most widgets in one piece of a host's first state.
    static let widgetsPerPiece = 64

    /// The number of bytes of content after which a piece ends.
    private static let bytesPerPiece = 32 << 10

    mutating func tellHosts(of widget: WidgetIdentifier, _ machine: Machine, _ turn: inout Turn) {
        guard !machine.presence.hosts.isEmpty, let view = view(of: widget, machine, turn) else { return }
        toldRelevances[widget] = table.relevantByPlace.contains(widget) ? view.relevance : nil
        let authorization = machine.people.authorization(of: view.kind.app)
        let isWithdrawn = table[widget]?.saved.timeline.map(authorization.withholds) ?? false
        for session in machine.presence.hosts(showing: widget, of: view.kind.app) {
            turn.emit(.tellHost(session, isWithdrawn ? .withdrawn(view) : .widget(view)))
        }
    }

    func view(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> WidgetView? {
        guard let situation = situation(of: widget, machine, turn) else { return nil }
        let saved = situation.record.saved
        let shown = saved.timeline.flatMap { situation.authorization.withholds($0) ? nil : $0 }
        let entry = shown?.timeline.entry(at: turn.now.utc)
        let status: WidgetCondition =
            if !situation.wantsLocation {
                saved.timeline == nil ? .waiting : .ready
            } else if situation.isUnauthorized {
                shown?.isShared == true ? .fix : .denied
            } else if let shown {
                shown.knewLocation ? .fix : .unavailable
            } else {
                .waiting
            }
        return WidgetView(
            widget: widget,
            kind: saved.kind,
            family: saved.setup.family,
            status: status,
            entry: entry,
            relevance: relevance(of: situation, machine, turn)?.score,
            isShareable: situation.isUnauthorized
                && situation.authorization.obstacle(toSharing: .reduced) == nil,
            placeholder: entry == nil ? machine.people.details(of: saved.kind).placeholder : nil
        )
    }
}

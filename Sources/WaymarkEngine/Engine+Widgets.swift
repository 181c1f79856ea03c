package import LocationModel

extension Engine {
    /// Returns whether a widget's timelines depend on the location.
    func wantsLocation(_ widget: WidgetIdentifier) -> Bool {
        widgets[widget].map { wantsLocation($0.saved.kind) } ?? false
    }

    /// Returns the first `limit` widgets that `caller` may see, or the first after another, oldest first.
    package func widgets(
        visibleTo caller: Caller,
        after last: WidgetIdentifier? = nil,
        limit: Int = .max
    ) -> [WidgetIdentifier] {
        let scope = caller.showsForEverybody ? widgets.byAge : widgets.byUser[caller.user]
        let found = scope.first(limit, after: last)
        guard caller.isSandboxed else { return found }
        return found.filter { widgets[$0].map { caller.maySee($0.saved.kind.app) } ?? false }
    }

    /// Returns the number of widgets that `caller`, who is not sandboxed, may see.
    package func widgetCount(visibleTo caller: Caller) -> Int {
        caller.showsForEverybody ? widgets.count : widgets.byUser[caller.user].count
    }

    /// The number of widgets.
    package var widgetCount: Int { widgets.count }

    /// Returns the app of a widget.
    package func app(of widget: WidgetIdentifier) -> AppKey? { widgets[widget]?.saved.kind.app }

    /// Returns the use of a widget.
    package func use(of widget: WidgetIdentifier) -> WidgetUse {
        widgets[widget]?.use(at: now.instant) ?? .notInUse(since: nil)
    }

    /// Returns the kind of a widget, if it exists and `caller` may act for its user.
    package func kind(of widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> KindKey {
        guard let kind = widgets[widget]?.saved.kind, caller.maySee(kind.app) else {
            throw .unknownWidget(widget)
        }
        return kind
    }

    /// Places a widget of a kind, or returns the one that was placed with the same key.
    mutating func place(
        _ kind: KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        key: HostKey?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        if let key, let widget = widgets.widget(of: kind, placedWith: key) { return .widget(widget) }
        guard machine.people.isDeclared(kind) else { throw .unknownKind(kind.app.app, kind.kind) }
        let setup = try setup(of: kind, family: family, configuration: configuration)
        try admit(to: .widgets, of: kind.app.user)
        try machine.people.registerFromManifest(kind, &turn)
        // The texts of the known key serve all its widgets.
        guard let kind = machine.people.kinds.shared(kind) else {
            throw .unknownKind(kind.app.app, kind.kind)
        }
        let widget = WidgetIdentifier(widgetNumbers.next(at: now.instant))
        commit(.widgetPlaced(widget, kind, key: key))
        update(widget) { $0.setUp(setup) }
        record(.placed, about: widget)
        tellHosts(of: widget)
        release(widget)
        machine.people.askAboutWidgets(of: kind.app, &turn)
        return .widget(widget)
    }

    mutating func remove(_ widget: WidgetIdentifier, by caller: Caller) throws(Refusal) -> Answer {
        let app = try kind(of: widget, for: caller).app
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        for host in widgets[widget]?.hosts ?? [] { machine.presence.hosts.setInView(widget, on: host, false) }
        if let outstanding = widgets[widget]?.reload.outstanding {
            endedRequests.add(outstanding.request, of: outstanding.session, by: app.user, .removed)
        }
        commit(.widgetRemoved(widget))
        forgetWakingHours(of: app.user)
        record(.removed, about: JournalSubject(app: app, widget: widget))
        for session in machine.presence.hosts.sessions(showing: widget, of: app) {
            emit(.tellHost(session, .removed(widget)))
        }
        machine.people.endPointlessPrompts(of: app, machine.presence, &turn)
        return .done
    }

    mutating func setVisibility(
        of widget: WidgetIdentifier,
        visible: Bool,
        session: SessionIdentifier?,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        let app = try kind(of: widget, for: caller).app
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        if let session, machine.presence.hosts[session].map({ caller.mayActFor($0.caller.user) }) != true {
            throw .unknownSession(session)
        }
        if visible { show(widget, on: session) } else { hide(widget, on: session) }
        return .done
    }

    private mutating func show(_ widget: WidgetIdentifier, on host: SessionIdentifier?) {
        let before = use(of: widget)
        // A change that passed the widget by goes on record now, with the time since it was in view.
        if !before.isInView, let situation = situation(of: widget), isBehind(situation) { release(widget) }
        let isAlwaysInView = host.flatMap { machine.presence.hosts[$0]?.isAlwaysInView } ?? false
        update(widget) { $0.show(on: host, isAlwaysInView: isAlwaysInView) }
        if let host { machine.presence.hosts.setInView(widget, on: host, true) }
        if !before.isInView {
            recordLook(at: widget)
            record(.viewed, about: widget)
        }
        if isAlwaysInView, before != .alwaysInView { record(.alwaysInView, about: widget) }
        if !before.isInView { comeIntoView(widget) }
    }

    private mutating func hide(_ widget: WidgetIdentifier, on host: SessionIdentifier?) {
        let wasInView = widgets[widget]?.isInView
        let (window, now) = (settings.inUseWindow, now.instant)
        recordLook(at: widget, continuously: true)
        update(widget) { $0.hide(on: host, window: window, at: now) }
        if let host { machine.presence.hosts.setInView(widget, on: host, false) }
        if wasInView == true, widgets[widget]?.isInView == false {
            record(.hidden(inUseFor: window), about: widget)
        }
    }

    private mutating func comeIntoView(_ widget: WidgetIdentifier) {
        // Receivers go on first, so that a pending reload can wait for their fix.
        updatePower()
        if widgets[widget]?.isUninformed == true, situation(of: widget)?.ground != nil {
            owe(widget, .locationAvailable)
        } else if showsEarlierTime(widget) {
            owe(widget, .timeChanged)
        } else if isStale(widget) {
            owe(widget, .stale)
        } else {
            release(widget)
        }
    }

    // MARK: Hosts

    mutating func connectHost(
        _ session: SessionIdentifier,
        by caller: Caller,
        widgets: Set<WidgetIdentifier>?,
        isAlwaysInView: Bool,
        _ call: CallIdentifier
    ) {
        guard caller.mayShowFor(caller.user) else { return emit(.refuse(call, .notPermitted)) }
        let named = widgets.map { SortedSet($0) }
        for widget in named?.elements ?? [] {
            do throws(Refusal) {
                _ = try kind(of: widget, for: caller)
            } catch {
                return emit(.refuse(call, error))
            }
        }
        do throws(Refusal) { try machine.presence.open(session, of: caller.user, &turn) } catch {
            return emit(.refuse(call, error))
        }
        machine.presence.hosts.add(
            session,
            HostSessions.Host(caller: caller, widgets: named, isAlwaysInView: isAlwaysInView)
        )
        let (views, hasMore) = nextPiece(for: session)
        emit(.tellHost(session, .session(views, hasMore: hasMore)))
    }

    /// Tells a host the next piece of its first state, unless it has all of it.
    mutating func tellMore(_ session: SessionIdentifier) {
        guard machine.presence.hosts[session]?.isComplete == false else { return }
        let (views, hasMore) = nextPiece(for: session)
        emit(.tellHost(session, .widgets(views, hasMore: hasMore)))
    }

    /// Returns the next widgets that a host is told of at first, few enough for one turn of the loop.
    private mutating func nextPiece(for session: SessionIdentifier) -> ([WidgetView], hasMore: Bool) {
        guard let host = machine.presence.hosts[session] else { return ([], false) }
        let limit = Self.widgetsPerPiece + 1
        let next =
            host.widgets?.first(limit, after: host.toldThrough)
            ?? widgets(visibleTo: host.caller, after: host.toldThrough, limit: limit)
        var views: [WidgetView] = []
        var (last, bytes) = (host.toldThrough, 0)
        for widget in next.prefix(Self.widgetsPerPiece) where bytes < Self.bytesPerPiece {
            last = widget
            // A named widget may have been removed.
            guard let view = view(of: widget), host.shows(widget, of: view.kind.app) else { continue }
            bytes += view.entry?.content.utf8.count ?? 0
            views.append(view)
        }
        let hasMore = next.last.map { $0 != last } ?? false
        machine.presence.hosts.tell(session, through: last, isLast: !hasMore)
        return (views, hasMore)
    }

    /// The most widgets in one piece of a host's first state.
    package static let widgetsPerPiece = 64

    /// The number of bytes of content after which a piece ends.
    private static let bytesPerPiece = 32 << 10

    mutating func disconnect(_ session: SessionIdentifier) {
        for widget in machine.presence.hosts[session]?.inView.sorted() ?? [] { hide(widget, on: session) }
        disconnectProvider(session)
        disconnectMonitor(session)
        machine.people.end(session, machine.presence, &turn)
        disconnectLauncher(session)
        disconnectFollower(session)
        disconnectBeaconFeed(session)
        closeServiceSession(session)
        ticketWatchers.remove(session)
        machine.presence.close(session, &turn)
        drain()
    }

    /// Sends a widget's current view to its machine.presence.hosts.
    mutating func tellHosts(of widget: WidgetIdentifier) {
        guard !machine.presence.hosts.isEmpty, let view = view(of: widget) else { return }
        let isWithdrawn = widgets[widget]?.saved.timeline.map(authorization(of: view.kind.app).withholds)
        for session in machine.presence.hosts.sessions(showing: widget, of: view.kind.app) {
            emit(.tellHost(session, isWithdrawn ?? false ? .withdrawn(view) : .widget(view)))
        }
    }

    /// Returns a widget's current view for a host.
    package func view(of widget: WidgetIdentifier) -> WidgetView? {
        guard let situation = situation(of: widget) else { return nil }
        let saved = situation.record.saved
        let shown = saved.timeline.flatMap { situation.authorization.withholds($0) ? nil : $0 }
        let entry = shown?.timeline.entry(at: now.utc)
        let status: WidgetCondition =
            if !situation.wantsLocation {
                saved.timeline == nil ? .waiting : .ready
            } else {
                switch situation.standing {
                case .awaitsConfirmation, .unentitled: .denied
                case .entitled, .awaitsUse:
                    if let shown { shown.knewLocation ? .fix : .unavailable } else { .waiting }
                }
            }
        return WidgetView(
            widget: widget,
            kind: saved.kind,
            family: saved.setup.family,
            status: status,
            entry: entry,
            placeholder: entry == nil ? placeholder(of: saved.kind) : nil
        )
    }
}

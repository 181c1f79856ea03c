import LocationModel

struct HostSessions: Hashable, Sendable {
    struct Host: Hashable {
        let caller: Caller

        /// The requested widgets, or `nil` for all that the host may see.
        let widgets: SortedSet<WidgetIdentifier>?

        /// Whether its surface is always in view, such as a dashboard.
        let isAlwaysInView: Bool

        /// The last widget of the latest piece of the host's first state; `nil` before any.
        ///
        /// The host is told of changes up to this widget. Later widgets come with the next pieces, as they are then.
        var toldThrough: WidgetIdentifier?
        var isComplete = false
        var inView: Set<WidgetIdentifier> = []

        func shows(_ widget: WidgetIdentifier, of app: AppKey) -> Bool {
            caller.maySee(app) && widgets?.contains(widget) ?? true
        }

        /// Returns whether the host has been told of a widget, so that it must be told of a change.
        fileprivate func knows(_ widget: WidgetIdentifier) -> Bool {
            isComplete || toldThrough.map { widget <= $0 } ?? false
        }
    }

    private var hosts: [SessionIdentifier: Host] = [:]

    /// The hosts that requested a widget by its name.
    private var byWidget: [WidgetIdentifier: Set<SessionIdentifier>] = [:]

    /// The hosts of each user that requested all widgets.
    private var byUser: [UserIdentifier: Set<SessionIdentifier>] = [:]

    /// The hosts that requested all widgets of all users.
    private var ofEverybody: Set<SessionIdentifier> = []

    subscript(session: SessionIdentifier) -> Host? { hosts[session] }

    var isEmpty: Bool { hosts.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ host: Host) {
        hosts[session] = host
        if let widgets = host.widgets {
            for widget in widgets.elements { byWidget[widget, default: []].insert(session) }
        } else if host.caller.showsForEverybody {
            ofEverybody.insert(session)
        } else {
            byUser[host.caller.user, default: []].insert(session)
        }
    }

    mutating func remove(_ session: SessionIdentifier) -> Host? {
        guard let host = hosts.removeValue(forKey: session) else { return nil }
        for widget in host.widgets?.elements ?? [] { byWidget.remove(session, under: widget) }
        ofEverybody.remove(session)
        byUser.remove(session, under: host.caller.user)
        return host
    }

    /// Records the piece of a host's first state that it is told now.
    mutating func tell(_ session: SessionIdentifier, through widget: WidgetIdentifier?, isLast: Bool) {
        hosts[session]?.toldThrough = widget
        hosts[session]?.isComplete = isLast
    }

    mutating func setInView(_ widget: WidgetIdentifier, on session: SessionIdentifier, _ isInView: Bool) {
        if isInView {
            hosts[session]?.inView.insert(widget)
        } else {
            hosts[session]?.inView.remove(widget)
        }
    }

    /// Returns the hosts that must be told of a change of a widget, in the order of connection.
    func sessions(showing widget: WidgetIdentifier, of app: AppKey) -> [SessionIdentifier] {
        [byWidget[widget] ?? [], byUser[app.user] ?? [], ofEverybody].joined().filter {
            hosts[$0].map { $0.shows(widget, of: app) && $0.knows(widget) } ?? false
        }.sorted()
    }
}

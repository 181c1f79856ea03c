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

    subscript(session: SessionIdentifier) -> Host? { hosts[session] }

    var isEmpty: Bool { hosts.isEmpty }

    mutating func add(_ session: SessionIdentifier, _ host: Host) { hosts[session] = host }
    mutating func remove(_ session: SessionIdentifier) { hosts[session] = nil }

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
        hosts.filter { $0.value.shows(widget, of: app) && $0.value.knows(widget) }.keys.sorted()
    }
}

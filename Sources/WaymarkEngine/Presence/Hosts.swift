import LocationModel

/// The open stream of a host.
struct Host: Equatable, Sendable {
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

extension Presence {
    /// Returns the hosts that must be told of a change of a widget, in the order of connection.
    func hosts(showing widget: WidgetIdentifier, of app: AppKey) -> [SessionIdentifier] {
        hosts.sortedKeys { $0.shows(widget, of: app) && $0.knows(widget) }
    }
}

package import LocationModel

/// Knows which widgets count as in use: in view, or in view not longer ago than the window.
///
/// Windows are measured on the monotonic clock: setting the wall clock neither prolongs nor ends one.
package struct InUseWindows: Hashable, Sendable {
    /// Who has a widget in view.
    enum Viewer: Hashable {
        /// A host, until its stream ends.
        case host(SessionIdentifier)

        /// Somebody without a stream, until taken back.
        case standing
    }

    /// How a widget stands.
    package enum Use: Hashable, Sendable {
        /// It is in view.
        case inView

        /// It is out of view and counts as in use for the time that remains.
        case inWindow(since: Duration, remaining: Duration)

        /// It does not count as in use; last in view as long ago as given, or never since the start.
        case notInUse(since: Duration?)

        /// Whether the widget counts as in use.
        package var isInUse: Bool {
            if case .notInUse = self { false } else { true }
        }
    }

    private struct View: Hashable {
        var viewers: Set<Viewer> = []
        var lastInView: MonotonicInstant
    }

    /// How long a widget counts as in use after it was last in view.
    private var window: Duration
    private var views: [WidgetIdentifier: View] = [:]
    private var ends = DeadlineQueue<WidgetIdentifier, MonotonicInstant>()

    init(window: Duration) { self.window = window }

    /// Changes how long windows are, also those that are open and those that would not have ended yet.
    mutating func change(window: Duration, at now: MonotonicInstant) {
        guard window != self.window else { return }
        self.window = window
        for (widget, view) in views where view.viewers.isEmpty {
            let end = view.lastInView + window
            if ends[widget] != nil || end > now { ends[widget] = end }
        }
    }

    /// Takes note that `viewer` has `widget` in view, and returns whether that brings it into view.
    mutating func show(_ widget: WidgetIdentifier, to viewer: Viewer, at now: MonotonicInstant) -> Bool {
        var view = views[widget] ?? View(lastInView: now)
        let comesIntoView = view.viewers.isEmpty
        view.viewers.insert(viewer)
        view.lastInView = now
        views[widget] = view
        ends[widget] = nil
        return comesIntoView
    }

    /// Takes note that `viewer` has `widget` out of view, and returns whether that takes it out of everybody's.
    mutating func hide(_ widget: WidgetIdentifier, from viewer: Viewer, at now: MonotonicInstant)
        -> Bool
    {
        guard var view = views[widget], view.viewers.remove(viewer) != nil else { return false }
        view.lastInView = now
        views[widget] = view
        guard view.viewers.isEmpty else { return false }
        ends[widget] = now + window
        return true
    }

    /// Takes note that a host has gone, and returns the widgets that go out of view with it.
    mutating func end(_ session: SessionIdentifier, at now: MonotonicInstant) -> [WidgetIdentifier] {
        let held = views.filter { $0.value.viewers.contains(.host(session)) }.keys.sorted()
        return held.filter { hide($0, from: .host(session), at: now) }
    }

    /// Forgets a widget that was removed.
    mutating func forget(_ widget: WidgetIdentifier) {
        views[widget] = nil
        ends[widget] = nil
    }

    /// Closes the windows that have ended, and returns their widgets.
    mutating func closeEnded(at now: MonotonicInstant) -> [WidgetIdentifier] { ends.takeDue(at: now) }

    /// When the next window ends.
    var nextDeadline: MonotonicInstant? { ends.earliest }

    /// Returns the widgets that count as in use.
    func inUse(at now: MonotonicInstant) -> [WidgetIdentifier] {
        views.keys.filter { use(of: $0, at: now).isInUse }
    }

    /// Returns how `widget` stands.
    package func use(of widget: WidgetIdentifier, at now: MonotonicInstant) -> Use {
        guard let view = views[widget] else { return .notInUse(since: nil) }
        guard view.viewers.isEmpty else { return .inView }
        let since = view.lastInView.duration(to: now)
        return since < window ? .inWindow(since: since, remaining: window - since) : .notInUse(since: since)
    }
}

import LocationModel

/// How far the reloads are that widgets are owed.
struct Reloads: Hashable, Sendable {
    private var progress: [WidgetIdentifier: ReloadProgress] = [:]
    private var deadlines = DeadlineQueue<WidgetIdentifier, MonotonicInstant>()
    private var requests: [RequestIdentifier: WidgetIdentifier] = [:]

    /// The widgets whose reload waits for a fix.
    private(set) var awaitingFix: Set<WidgetIdentifier> = []

    subscript(widget: WidgetIdentifier) -> ReloadProgress? {
        get { progress[widget] }
        set {
            let old = progress[widget]
            progress[widget] = newValue
            deadlines[widget] = newValue?.nextDeadline
            let (before, after) = (old?.outstanding?.request, newValue?.outstanding?.request)
            if before != after {
                if let before { requests[before] = nil }
                if let after { requests[after] = widget }
            }
            switch (old?.fixAwaitedUntil, newValue?.fixAwaitedUntil) {
            case (nil, nil), (_?, _?): break
            case (nil, _?): awaitingFix.insert(widget)
            case (_?, nil): awaitingFix.remove(widget)
            }
        }
    }

    /// Returns the widget that a request which waits for its answer is about.
    func widget(of request: RequestIdentifier) -> WidgetIdentifier? { requests[request] }

    /// When something has to be done next.
    var nextDeadline: MonotonicInstant? { deadlines.earliest }

    /// Returns the widgets about which something has to be done now.
    mutating func takeDue(at now: MonotonicInstant) -> [WidgetIdentifier] {
        deadlines.takeDue(at: now)
    }
}

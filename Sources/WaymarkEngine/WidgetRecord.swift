package import LocationModel

/// The part of a placed widget that survives a restart.
package struct SavedWidget: Hashable, Sendable {
    /// The kind that it shows.
    package var kind: KindKey

    /// The last accepted timeline.
    package var timeline: DeliveredTimeline?

    /// The reason of the pending reload, if any.
    package var pendingReload: ReloadReason?

    /// Whether a client without a stream has it in view until that is revoked.
    package var isInStandingView = false

    package init(kind: KindKey) { self.kind = kind }

    /// Returns the changes that turn `before` into this.
    func changes(from before: SavedWidget, of widget: WidgetIdentifier) -> [StateChange] {
        var changes: [StateChange] = []
        if let timeline, timeline != before.timeline { changes.append(.timeline(widget, timeline)) }
        if pendingReload != before.pendingReload { changes.append(.pendingReload(widget, pendingReload)) }
        if isInStandingView != before.isInStandingView {
            changes.append(.standingView(widget, isInStandingView))
        }
        return changes
    }
}

/// The use of a widget.
package enum WidgetUse: Hashable, Sendable {
    /// The widget is in view.
    case inView

    /// The widget is out of view, and counts as in use for `remaining`.
    case inWindow(since: Duration, remaining: Duration)

    /// The widget does not count as in use; it was last in view `since` ago, or never since the service started.
    case notInUse(since: Duration?)

    /// Whether the widget counts as in use.
    package var isInUse: Bool {
        if case .notInUse = self { false } else { true }
    }
}

/// The record of one placed widget.
///
/// In-use windows are measured on the monotonic clock, so setting the wall clock neither prolongs nor ends one. The
/// dates of timelines are on the wall clock, but the least interval between two reloads is on the monotonic one.
struct WidgetRecord: Hashable, Sendable {
    /// A reload scheduled by a timeline.
    struct ScheduledReload: Hashable {
        /// The date named by the timeline.
        var date: UTCInstant

        /// The end of the least interval before the reload.
        var intervalEnd: MonotonicInstant

        /// The reason.
        var reason: ReloadReason
    }

    /// The values that determine the widget's entitlement to a location.
    struct Causes: Hashable {
        var isInView: Bool
        var windowEnd: MonotonicInstant?
        var fixAwaitedUntil: MonotonicInstant?
        var isUninformed: Bool
    }

    /// The values by which indexes find the widget.
    struct Keys: Hashable {
        var causes: Causes
        var hosts: Set<SessionIdentifier>
        var reloadDeadline: MonotonicInstant?
        var reloadDate: UTCInstant?
        var intervalEnd: MonotonicInstant?
        var entryDate: UTCInstant?
        var request: RequestIdentifier?
    }

    /// The part that survives a restart.
    fileprivate(set) var saved: SavedWidget

    /// The hosts that have the widget in view.
    private(set) var hosts: Set<SessionIdentifier> = []

    /// The time when the widget was last in view; meaningless while it is in view.
    private var lastInView: MonotonicInstant?

    /// The end of the open in-use window, if any.
    private var windowEnd: MonotonicInstant?

    /// The progress of the pending reload.
    var reload = ReloadProgress()

    /// The area of the location last given to its provider, if known.
    var toldArea: ReducedArea?

    /// The reload scheduled by its timeline.
    private(set) var scheduled: ScheduledReload?

    /// Whether the date of the scheduled reload has come before the end of the least interval.
    private var awaitsInterval = false

    private var nextEntryDate: UTCInstant?

    init(_ saved: SavedWidget) { self.saved = saved }

    /// The current values by which indexes find the widget.
    var keys: Keys {
        // While a reload is pending, a scheduled one has no effect.
        let scheduled = saved.pendingReload == nil && reload.outstanding == nil ? scheduled : nil
        return Keys(
            causes: Causes(
                isInView: isInView,
                windowEnd: windowEnd,
                fixAwaitedUntil: reload.fixAwaitedUntil,
                isUninformed: isUninformed
            ),
            hosts: hosts,
            reloadDeadline: reload.nextDeadline,
            reloadDate: awaitsInterval ? nil : scheduled?.date,
            intervalEnd: awaitsInterval ? scheduled?.intervalEnd : nil,
            entryDate: nextEntryDate,
            request: reload.outstanding?.request
        )
    }

    // MARK: Views

    /// Whether the widget is in view.
    var isInView: Bool { saved.isInStandingView || !hosts.isEmpty }

    /// Returns the use of the widget.
    func use(at now: MonotonicInstant) -> WidgetUse {
        if isInView { return .inView }
        let since = lastInView.map { $0.duration(to: now) }
        guard let since, let windowEnd, windowEnd > now else { return .notInUse(since: since) }
        return .inWindow(since: since, remaining: now.duration(to: windowEnd))
    }

    /// Records that a host, or a client without a stream, has the widget in view.
    mutating func show(on host: SessionIdentifier?) {
        if let host { hosts.insert(host) } else { saved.isInStandingView = true }
        windowEnd = nil
    }

    /// Records that a host, or a client without a stream, no longer has the widget in view.
    ///
    /// If nobody else has it in view, its in-use window opens.
    mutating func hide(on host: SessionIdentifier?, window: Duration, at now: MonotonicInstant) {
        guard isInView else { return }
        if let host { hosts.remove(host) } else { saved.isInStandingView = false }
        guard !isInView else { return }
        lastInView = now
        windowEnd = now + window
    }

    /// Changes the length of its in-use window: of an open one, and of one that would not have ended yet.
    mutating func change(window: Duration, at now: MonotonicInstant) {
        guard !isInView, let end = lastInView.map({ $0 + window }), windowEnd != nil || end > now else {
            return
        }
        windowEnd = end
    }

    /// Closes its in-use window.
    mutating func closeWindow() { windowEnd = nil }

    // MARK: Timelines

    /// Whether its timeline was made without a location.
    var isUninformed: Bool { saved.timeline?.knewLocation == false }

    /// Replaces the timeline.
    ///
    /// - Parameters:
    ///   - delivered: The timeline; `nil` keeps the current one, and derives everything from it again.
    ///   - intervalEnd: The end of the least interval before the reload that it schedules.
    ///   - shown: The date whose entries are shown.
    mutating func schedule(_ delivered: DeliveredTimeline?, intervalEnd: MonotonicInstant, shown: UTCInstant)
    {
        if let delivered { saved.timeline = delivered }
        awaitsInterval = false
        scheduled = saved.timeline?.timeline.reloadDate.map { date, reason in
            ScheduledReload(date: date, intervalEnd: intervalEnd, reason: reason)
        }
        showEntry(at: shown)
    }

    /// Selects the entry shown at a date.
    mutating func showEntry(at date: UTCInstant) {
        nextEntryDate = saved.timeline?.timeline.nextEntryDate(after: date)
    }

    /// Records the reason of the pending reload; `nil` clears it.
    mutating func owe(_ reason: ReloadReason?) {
        guard reason != saved.pendingReload else { return }
        saved.pendingReload = reason
        awaitsInterval = false
    }

    /// Returns whether the scheduled reload is due; otherwise waits for its date, or for the end of the least interval.
    mutating func isDue(at now: Moment) -> Bool {
        guard let scheduled else { return false }
        awaitsInterval = scheduled.date <= now.utc
        return awaitsInterval && scheduled.intervalEnd <= now.instant
    }

    /// Moves the end of the least interval before the scheduled reload.
    mutating func moveIntervalEnd(by duration: Duration) {
        if let end = scheduled?.intervalEnd { scheduled?.intervalEnd = end + duration }
    }
}

extension Timeline {
    /// The date at which the timeline schedules the next one, and the reason.
    fileprivate var reloadDate: (UTCInstant, ReloadReason)? {
        switch policy {
        case .never: nil
        case .after(let date): (date, .dateReached)
        case .atEnd: entries.last.map { ($0.date, .timelineEnded) }
        }
    }
}

package import LocationModel

/// What survives a restart of one placed widget.
package struct SavedWidget: Hashable, Sendable {
    /// The kind that it shows.
    package var kind: KindKey

    /// The last good timeline.
    package var timeline: DeliveredTimeline?

    /// Why the widget is owed a reload, where it is.
    package var pendingReload: ReloadReason?

    /// Whether somebody without a stream brought it into view, until taken back.
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

/// How a widget is used.
package enum WidgetUse: Hashable, Sendable {
    /// It is in view.
    case inView

    /// It is out of view and counts as in use for the time that remains.
    case inWindow(since: Duration, remaining: Duration)

    /// It does not count as in use; last in view `since` ago, or never since the service started.
    case notInUse(since: Duration?)

    /// Whether the widget counts as in use.
    package var isInUse: Bool {
        if case .notInUse = self { false } else { true }
    }
}

/// Everything that is known of one placed widget.
///
/// In-use windows are measured on the monotonic clock: setting the wall clock neither prolongs nor ends one. The dates
/// of timelines are on the wall clock, but the least interval between two reloads is on the monotonic one.
struct WidgetRecord: Hashable, Sendable {
    /// The reload that a timeline asks for.
    struct ScheduledReload: Hashable {
        /// The date that the timeline names.
        var date: UTCInstant

        /// When the least interval before it ends.
        var intervalEnd: MonotonicInstant

        /// The reason.
        var reason: ReloadReason
    }

    /// The values that may entitle the widget to a location, or end that.
    struct Causes: Hashable {
        var isInView: Bool
        var windowEnd: MonotonicInstant?
        var fixAwaitedUntil: MonotonicInstant?
        var isUninformed: Bool
    }

    /// The values by which indexes find the widget.
    struct Keys: Hashable {
        var causes: Causes
        var reloadDeadline: MonotonicInstant?
        var reloadDate: UTCInstant?
        var intervalEnd: MonotonicInstant?
        var entryDate: UTCInstant?
        var request: RequestIdentifier?
    }

    /// What survives a restart.
    fileprivate(set) var saved: SavedWidget

    /// The hosts that have it in view.
    private(set) var hosts: Set<SessionIdentifier> = []

    /// When it was last in view; means nothing while it is.
    private var lastInView: MonotonicInstant?

    /// When its in-use window ends, while one is open.
    private var windowEnd: MonotonicInstant?

    /// The progress of the reload that it is owed.
    var reload = ReloadProgress()

    /// The area of the location that its provider was given last, as far as it is known.
    var toldArea: ReducedArea?

    /// The reload that its timeline asks for.
    private(set) var scheduled: ScheduledReload?

    /// Whether the date of the scheduled reload has come before the end of the least interval.
    private var awaitsInterval = false

    private var nextEntryDate: UTCInstant?

    init(_ saved: SavedWidget) { self.saved = saved }

    /// The values by which indexes find the widget now.
    var keys: Keys {
        // While a reload is owed already, the clock has nothing to add.
        let scheduled = saved.pendingReload == nil ? scheduled : nil
        return Keys(
            causes: Causes(
                isInView: isInView,
                windowEnd: windowEnd,
                fixAwaitedUntil: reload.fixAwaitedUntil,
                isUninformed: isUninformed
            ),
            reloadDeadline: reload.nextDeadline,
            reloadDate: awaitsInterval ? nil : scheduled?.date,
            intervalEnd: awaitsInterval ? scheduled?.intervalEnd : nil,
            entryDate: nextEntryDate,
            request: reload.outstanding?.request
        )
    }

    // MARK: Views

    /// Whether somebody has it in view.
    var isInView: Bool { saved.isInStandingView || !hosts.isEmpty }

    /// Returns how the widget is used.
    func use(at now: MonotonicInstant) -> WidgetUse {
        if isInView { return .inView }
        let since = lastInView.map { $0.duration(to: now) }
        guard let since, let windowEnd, windowEnd > now else { return .notInUse(since: since) }
        return .inWindow(since: since, remaining: now.duration(to: windowEnd))
    }

    /// Records that a host, or somebody without a stream, has the widget in view.
    mutating func show(on host: SessionIdentifier?) {
        if let host { hosts.insert(host) } else { saved.isInStandingView = true }
        windowEnd = nil
    }

    /// Records that a host, or somebody without a stream, has it out of view, which opens its window if nobody else has
    /// it in view.
    mutating func hide(on host: SessionIdentifier?, window: Duration, at now: MonotonicInstant) {
        guard isInView else { return }
        if let host { hosts.remove(host) } else { saved.isInStandingView = false }
        guard !isInView else { return }
        lastInView = now
        windowEnd = now + window
    }

    /// Changes how long its window is: one that is open, and one that would not have ended yet.
    mutating func change(window: Duration, at now: MonotonicInstant) {
        guard !isInView, let end = lastInView.map({ $0 + window }), windowEnd != nil || end > now else {
            return
        }
        windowEnd = end
    }

    /// Closes its window.
    mutating func closeWindow() { windowEnd = nil }

    // MARK: Timelines

    /// Whether its timeline was made without a location.
    var isUninformed: Bool { saved.timeline?.knewLocation == false }

    /// Replaces the timeline.
    ///
    /// - Parameters:
    ///   - delivered: The timeline; `nil` leaves the one there is, of which everything is derived anew.
    ///   - intervalEnd: When the least interval before the reload that it asks for ends.
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

    /// Moves on to the entry that is shown at a date.
    mutating func showEntry(at date: UTCInstant) {
        nextEntryDate = saved.timeline?.timeline.nextEntryDate(after: date)
    }

    /// Records why the widget is owed a reload; with `nil` it is owed none.
    mutating func owe(_ reason: ReloadReason?) {
        guard reason != saved.pendingReload else { return }
        saved.pendingReload = reason
        awaitsInterval = false
    }

    /// Returns whether the scheduled reload is due; else waits for its date, or for the end of the least interval.
    mutating func isDue(at now: Moment) -> Bool {
        guard let scheduled else { return false }
        awaitsInterval = scheduled.date <= now.utc
        return awaitsInterval && scheduled.intervalEnd <= now.instant
    }

    /// Changes when the least interval before the scheduled reload ends.
    mutating func moveIntervalEnd(by duration: Duration) {
        if let end = scheduled?.intervalEnd { scheduled?.intervalEnd = end + duration }
    }
}

extension Timeline {
    /// When the timeline asks for the next one, and why.
    fileprivate var reloadDate: (UTCInstant, ReloadReason)? {
        switch policy {
        case .never: nil
        case .after(let date): (date, .dateReached)
        case .atEnd: entries.last.map { ($0.date, .timelineEnded) }
        }
    }
}

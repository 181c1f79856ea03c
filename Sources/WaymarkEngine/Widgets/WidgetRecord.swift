package import LocationModel

/// The part of a placed widget that survives a restart.
package struct SavedWidget: Hashable, Codable, Sendable {
    package var kind: KindKey

    /// The key by which its host finds it again, if it was placed with one.
    package var hostKey: HostKey?
    package var timeline: DeliveredTimeline?

    /// The budget of its reloads, once it was in view or a reload was charged.
    package var budget: ReloadBudget?
    package var setup = WidgetSetup()

    package var pendingReload: ReloadReason?

    /// Whether a client without a stream has it in view until that is revoked.
    package var isInStandingView = false

    var timelineBytes: Int { timeline?.timeline.byteCount ?? 0 }

    func changes(from before: SavedWidget, of widget: WidgetIdentifier) -> [StateChange] {
        var changes: [StateChange] = []
        if setup != before.setup { changes.append(.widgetSetup(widget, setup)) }
        if let timeline, timeline != before.timeline { changes.append(.timeline(widget, timeline)) }
        if let budget, budget != before.budget { changes.append(.reloadBudget(widget, budget)) }
        if pendingReload != before.pendingReload { changes.append(.pendingReload(widget, pendingReload)) }
        if isInStandingView != before.isInStandingView {
            changes.append(.standingView(widget, isInStandingView))
        }
        return changes
    }
}

package enum WidgetUse: Hashable, Sendable {
    case inView

    /// The widget is in view on a surface that always is, as its host has said: a dashboard, a watch face.
    case alwaysInView

    /// The widget is out of view, and counts as in use for `remaining`.
    case inWindow(since: Duration, remaining: Duration)

    /// The widget does not count as in use; it was last in view `since` ago, or never since the service started.
    case notInUse(since: Duration?)

    package var isInView: Bool { self == .inView || self == .alwaysInView }

    package var isInUse: Bool {
        if case .notInUse = self { false } else { true }
    }
}

/// The record of one placed widget.
///
/// In-use windows are measured on the monotonic clock, so setting the wall clock neither prolongs nor ends one. The
/// dates of timelines are on the wall clock, but the least interval between two reloads is on the monotonic one.
struct WidgetRecord: Equatable, Sendable {
    struct ScheduledReload: Equatable {
        var date: UTCInstant

        /// The end of the least interval before the reload.
        var intervalEnd: MonotonicInstant
        var reason: ReloadReason
    }

    var saved: SavedWidget

    private(set) var hosts: Set<SessionIdentifier> = []
    private var hostsAlwaysInView: Set<SessionIdentifier> = []

    /// The time when the widget was last in view; meaningless while it is in view.
    private var lastInView: MonotonicInstant?
    private(set) var windowEnd: MonotonicInstant?
    var reload = ReloadProgress()

    /// The area of the location last given to its provider, if known.
    var toldArea: ReducedArea?
    private(set) var scheduled: ScheduledReload?

    /// Whether the date of the scheduled reload has come before the end of the least interval.
    private var awaitsInterval = false

    /// The next date at which the entry that is shown or its relevance changes.
    private(set) var nextEntryDate: UTCInstant?

    /// Whether its present relevance counts only in certain regions.
    private(set) var isRelevantByPlace = false

    /// The number of changes of the time, since the service started, before its timeline was requested.
    var timeChanges: UInt32 = 0

    /// The name of the obstacle of the pending reload that was recorded last; each is recorded once.
    var obstacle: String?

    /// The location that a person's click gives the next reload, if one does.
    var share: LocationShare?

    init(_ saved: SavedWidget) { self.saved = saved }

    /// Returns whether another record entitles the widget to a location in the same way.
    func entitles(like other: WidgetRecord) -> Bool {
        isInView == other.isInView && windowEnd == other.windowEnd && share == other.share
            && reload.fixAwaitedUntil == other.reload.fixAwaitedUntil && isUninformed == other.isUninformed
    }

    /// The next time when work on its reload is due.
    var reloadDeadline: MonotonicInstant? { .earliest(reload.nextDeadline, share?.until) }

    /// The date at which the scheduled reload is due; `nil` if it waits for the end of the least interval.
    var dueDate: UTCInstant? { awaitsInterval ? nil : effectiveSchedule?.date }

    /// The end of the least interval, if the scheduled reload waits for that.
    var dueIntervalEnd: MonotonicInstant? { awaitsInterval ? effectiveSchedule?.intervalEnd : nil }

    /// The scheduled reload; while another is pending, it has no effect.
    private var effectiveSchedule: ScheduledReload? {
        saved.pendingReload == nil && reload.outstanding == nil ? scheduled : nil
    }

    // MARK: Views

    var isInView: Bool { saved.isInStandingView || !hosts.isEmpty }

    func use(at now: MonotonicInstant) -> WidgetUse {
        if !hostsAlwaysInView.isEmpty { return .alwaysInView }
        if isInView { return .inView }
        let since = lastInView.map { $0.duration(to: now) }
        guard let since, let windowEnd, windowEnd > now else {
            return .notInUse(since: since)
        }
        return .inWindow(since: since, remaining: now.duration(to: windowEnd))
    }

    /// Records that a host, or a client without a stream, has the widget in view.
    ///
    /// The surface of a host may always be in view.
    mutating func show(on host: SessionIdentifier?, isAlwaysInView: Bool = false) {
        if let host { hosts.insert(host) } else { saved.isInStandingView = true }
        if let host, isAlwaysInView { hostsAlwaysInView.insert(host) }
        windowEnd = nil
    }

    /// Records that a host, or a client without a stream, no longer has the widget in view.
    ///
    /// If nobody else has it in view, its in-use window opens.
    mutating func hide(on host: SessionIdentifier?, window: Duration, at now: MonotonicInstant) {
        guard isInView else { return }
        if let host {
            hosts.remove(host)
            hostsAlwaysInView.remove(host)
        } else {
            saved.isInStandingView = false
        }
        guard !isInView else { return }
        lastInView = now
        windowEnd = now + window
    }

    /// Changes the length of its in-use window, of an open one and of one that would not have ended yet, and moves the end of
    /// the least interval before its scheduled reload.
    mutating func change(window: Duration, intervalEndsLaterBy delay: Duration, at now: MonotonicInstant) {
        if let end = scheduled?.intervalEnd { scheduled?.intervalEnd = end + delay }
        guard !isInView, let end = lastInView.map({ $0 + window }),
            windowEnd != nil || end > now
        else { return }
        windowEnd = end
    }

    mutating func closeWindow() { windowEnd = nil }

    // MARK: Timelines

    /// Whether its timeline was made without a location.
    var isUninformed: Bool { saved.timeline?.knewLocation == false }

    /// Returns whether its timeline, or the one that is being made, comes of a location that passes the test.
    func knowsLocation(thatPasses test: (_ isShared: Bool) -> Bool) -> Bool {
        if let timeline = saved.timeline, timeline.knewLocation, test(timeline.isShared) { return true }
        guard let outstanding = reload.outstanding else { return false }
        return outstanding.knowsLocation && test(outstanding.isShared)
    }

    /// Replaces the timeline, or, with `nil`, derives everything from the current one again.
    ///
    /// The reload that it schedules is not before `intervalEnd`, and the entries of the date `shown` are shown.
    mutating func schedule(_ delivered: DeliveredTimeline?, intervalEnd: MonotonicInstant, shown: UTCInstant)
    {
        if let delivered { saved.timeline = delivered }
        awaitsInterval = false
        scheduled = saved.timeline?.timeline.reloadDate.map { date, reason in
            ScheduledReload(date: date, intervalEnd: intervalEnd, reason: reason)
        }
        showEntry(at: shown)
    }

    mutating func showEntry(at date: UTCInstant) {
        nextEntryDate = saved.timeline?.nextChange(after: date)
        isRelevantByPlace = saved.timeline?.relevance(at: date)?.regions.isEmpty == false
    }

    /// Records the reason of the pending reload; `nil` clears it.
    mutating func setPendingReload(_ reason: ReloadReason?) {
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

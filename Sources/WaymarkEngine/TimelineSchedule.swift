import LocationModel

/// Knows when the clock asks for each widget's next timeline.
///
/// The dates of timelines are on the wall clock. The least interval between two reloads is on the monotonic
/// clock: setting the wall clock neither shortens nor prolongs it.
struct TimelineSchedule: Hashable, Sendable {
    /// When, and why, the clock reloads a widget.
    struct Reload: Hashable {
        /// The date that the timeline names.
        var date: UTCInstant

        /// When the timeline was accepted.
        var acceptedAt: MonotonicInstant

        /// Why.
        var reason: ReloadReason
    }

    /// The least time from accepting a timeline to the reload that it asks for.
    private var leastInterval: Duration
    private var reloads: [WidgetIdentifier: Reload] = [:]

    /// Reloads whose date lies ahead.
    private var dates = DeadlineQueue<WidgetIdentifier, UTCInstant>()

    /// Reloads whose date has come before the end of the least interval.
    private var intervals = DeadlineQueue<WidgetIdentifier, MonotonicInstant>()

    init(leastInterval: Duration) { self.leastInterval = leastInterval }

    /// Changes the least interval, also of the reloads that wait for its end.
    mutating func change(leastInterval: Duration) {
        self.leastInterval = leastInterval
        for (widget, reload) in reloads where intervals[widget] != nil {
            intervals[widget] = earliest(reload)
        }
    }

    /// Returns when the clock reloads a widget, as the clocks stand now.
    func instant(for widget: WidgetIdentifier, at now: Moment) -> MonotonicInstant? {
        reloads[widget].map { max(earliest($0), now.instant(of: $0.date)) }
    }

    /// Sets when the clock reloads a widget, or with `nil` that it does not.
    mutating func set(_ reload: Reload?, for widget: WidgetIdentifier) {
        reloads[widget] = reload
        resume(widget)
    }

    /// Takes note that a widget is owed a reload already, so that the clock has nothing to add.
    mutating func suspend(_ widget: WidgetIdentifier) {
        dates[widget] = nil
        intervals[widget] = nil
    }

    /// Takes note that a widget is not owed a reload any more.
    mutating func resume(_ widget: WidgetIdentifier) {
        intervals[widget] = nil
        dates[widget] = reloads[widget]?.date
    }

    /// Returns the widgets that are to be reloaded now, and why.
    mutating func takeDue(at now: Moment) -> [(WidgetIdentifier, ReloadReason)] {
        var due: [(WidgetIdentifier, ReloadReason)] = []
        for widget in dates.takeDue(at: now.utc) {
            guard let reload = reloads[widget] else { continue }
            if earliest(reload) <= now.instant {
                due.append((widget, reload.reason))
            } else {
                intervals[widget] = earliest(reload)
            }
        }
        for widget in intervals.takeDue(at: now.instant) {
            guard let reload = reloads[widget] else { continue }
            if reload.date <= now.utc {
                due.append((widget, reload.reason))
            } else {
                // The wall clock was set back meanwhile.
                dates[widget] = reload.date
            }
        }
        return due
    }

    /// Returns when the next reload is due, as the clocks stand now.
    func nextDeadline(at now: Moment) -> MonotonicInstant? {
        let date = dates.earliest.map { now.instant(of: $0) }
        return [date, intervals.earliest].lazy.compactMap { $0 }.min()
    }

    private func earliest(_ reload: Reload) -> MonotonicInstant { reload.acceptedAt + leastInterval }
}

extension Moment {
    /// Returns when a date on the wall clock comes, as the clocks stand now.
    func instant(of date: UTCInstant) -> MonotonicInstant { instant + utc.duration(to: date) }
}

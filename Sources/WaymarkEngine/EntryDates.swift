import LocationModel

/// Knows when each widget's next entry is due.
struct EntryDates: Hashable, Sendable {
    private var next = DeadlineQueue<WidgetIdentifier, UTCInstant>()

    /// The date whose entries are being shown.
    private(set) var shown: UTCInstant

    init(shown: UTCInstant) { self.shown = shown }

    /// Takes in a widget's timeline, or with `nil` that it has none.
    mutating func set(_ timeline: Timeline?, for widget: WidgetIdentifier) {
        next[widget] = timeline?.nextEntryDate(after: shown)
    }

    /// Moves on to another date, which may be an earlier one, and returns the widgets whose entry changes.
    mutating func show(
        _ date: UTCInstant,
        of timelines: [WidgetIdentifier: DeliveredTimeline]
    ) -> [WidgetIdentifier] {
        let before = shown
        shown = date
        guard date < before else {
            let due = next.takeDue(at: date)
            for widget in due { set(timelines[widget]?.timeline, for: widget) }
            return due
        }
        // The wall clock was set back: entries that had been shown lie ahead again.
        for (widget, delivered) in timelines { set(delivered.timeline, for: widget) }
        return timelines.filter { $0.value.timeline.entry(at: before) != $0.value.timeline.entry(at: date) }
            .keys.sorted()
    }

    /// Returns when the next entry is due, as the clocks stand now.
    func nextDeadline(at now: Moment) -> MonotonicInstant? {
        next.earliest.map { now.instant(of: $0) }
    }
}

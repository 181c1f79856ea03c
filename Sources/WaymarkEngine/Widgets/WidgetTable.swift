import LocationModel

/// The records of placed widgets, and the indexes that find the widgets with work due.
///
/// A record changes only in ``update(_:_:)``, which updates all indexes and records whether the widget's entitlement
/// may have changed. The cost of changing one widget does not depend on their number.
struct WidgetTable: Equatable, Sendable {
    private var records: [WidgetIdentifier: WidgetRecord] = [:]

    private(set) var byApp = AppIndex<WidgetIdentifier>()

    /// The widgets of each user, and of all users, oldest first.
    private var byUser: [UserIdentifier: SortedSet<WidgetIdentifier>] = [:]
    private(set) var byAge = SortedSet<WidgetIdentifier>()
    private(set) var awaitingFix = SortedSet<WidgetIdentifier>()

    /// The widgets whose present relevance counts only in certain regions.
    private(set) var relevantByPlace = SortedSet<WidgetIdentifier>()

    /// The widgets whose entitlement to a location may have changed since the last query.
    private var touched: Set<WidgetIdentifier> = []
    private var requests: [RequestIdentifier: WidgetIdentifier] = [:]
    private var windowEnds = PriorityQueue<WidgetIdentifier, MonotonicInstant>()
    private var reloadDeadlines = PriorityQueue<WidgetIdentifier, MonotonicInstant>()
    private var reloadDates = PriorityQueue<WidgetIdentifier, UTCInstant>()

    /// The scheduled reloads whose date has come before the end of the least interval.
    private var intervalEnds = PriorityQueue<WidgetIdentifier, MonotonicInstant>()
    private var entryDates = PriorityQueue<WidgetIdentifier, UTCInstant>()
    private(set) var shownDate: UTCInstant

    init(shownDate: UTCInstant) { self.shownDate = shownDate }

    // MARK: Records

    subscript(widget: WidgetIdentifier) -> WidgetRecord? { records[widget] }

    var count: Int { records.count }

    /// The identifiers of all widgets, oldest first.
    var identifiers: [WidgetIdentifier] { byAge.elements }
    var saved: [WidgetIdentifier: SavedWidget] { records.mapValues(\.saved) }

    mutating func insert(_ widget: WidgetIdentifier, _ record: WidgetRecord) {
        records[widget] = record
        byApp.add(widget, of: record.saved.kind.app)
        byUser[record.saved.kind.app.user, default: SortedSet()].insert(widget)
        byAge.insert(widget)
        index(widget, from: nil, to: record)
    }

    mutating func remove(_ widget: WidgetIdentifier) {
        guard let record = records.removeValue(forKey: widget) else { return }
        byApp.remove(widget, of: record.saved.kind.app)
        byUser[record.saved.kind.app.user]?.remove(widget)
        byAge.remove(widget)
        index(widget, from: record, to: nil)
    }

    mutating func update(_ widget: WidgetIdentifier, _ body: (inout WidgetRecord) -> Void) -> [StateChange] {
        guard let before = records[widget] else { return [] }
        var record = before
        body(&record)
        records[widget] = record
        index(widget, from: before, to: record)
        return record.saved.changes(from: before.saved, of: widget)
    }

    var isTouched: Bool { !touched.isEmpty }

    /// Returns the widgets whose entitlement to a location may have changed since the last call.
    mutating func takeTouched() -> Set<WidgetIdentifier> {
        defer { touched = [] }
        return touched
    }

    private mutating func index(
        _ widget: WidgetIdentifier,
        from before: WidgetRecord?,
        to after: WidgetRecord?
    ) {
        let isEntitledAsBefore = before.flatMap { after?.entitles(like: $0) } ?? false
        if !isEntitledAsBefore { touched.insert(widget) }
        awaitingFix.set(widget, after?.reload.fixAwaitedUntil != nil)
        relevantByPlace.set(widget, after?.isRelevantByPlace == true)
        windowEnds[widget] = after?.windowEnd
        reloadDeadlines[widget] = after?.reloadDeadline
        reloadDates[widget] = after?.dueDate
        intervalEnds[widget] = after?.dueIntervalEnd
        entryDates[widget] = after?.nextEntryDate
        let (ended, begun) = (before?.reload.outstanding?.request, after?.reload.outstanding?.request)
        if let ended, ended != begun { requests[ended] = nil }
        if let begun { requests[begun] = widget }
    }

    // MARK: Lookup

    func widgets(of user: UserIdentifier) -> SortedSet<WidgetIdentifier> { byUser[user] ?? SortedSet() }

    func widget(of request: RequestIdentifier) -> WidgetIdentifier? { requests[request] }

    func widget(of kind: KindKey, placedWith key: HostKey) -> WidgetIdentifier? {
        byApp[kind.app].first { records[$0]?.saved.kind == kind && records[$0]?.saved.hostKey == key }
    }

    // MARK: Due work

    /// Returns the next time when work is due, by the current clocks.
    func nextDeadline(at now: Moment, showsEntries: Bool) -> MonotonicInstant? {
        .earliest(
            of: windowEnds.first,
            reloadDeadlines.first,
            intervalEnds.first,
            reloadDates.first.map { now.instant(of: $0) },
            showsEntries ? entryDates.first.map { now.instant(of: $0) } : nil
        )
    }

    /// Closes the in-use windows that have ended, and returns their widgets.
    mutating func closeEndedWindows(at now: MonotonicInstant) -> [WidgetIdentifier] {
        let ended = windowEnds.removeAll(upTo: now)
        for widget in ended { _ = update(widget) { $0.closeWindow() } }
        return ended
    }

    /// Returns the widgets with reload work due, each once.
    mutating func removeDueProgress(at now: MonotonicInstant) -> [WidgetIdentifier] {
        reloadDeadlines.removeAll(upTo: now)
    }

    /// Returns the widgets whose scheduled reload is due, with its reason; the caller must mark it as pending.
    mutating func removeDueReloads(at now: Moment) -> [(WidgetIdentifier, ReloadReason)] {
        let dates = reloadDates.removeAll(upTo: now.utc)
        let ends = intervalEnds.removeAll(upTo: now.instant)
        // Every fix leads here, and reloads are rarely due.
        guard !dates.isEmpty || !ends.isEmpty else { return [] }
        return (dates + ends).compactMap { widget in
            var isDue = false
            _ = update(widget) { isDue = $0.isDue(at: now) }
            return isDue ? records[widget]?.scheduled.map { (widget, $0.reason) } : nil
        }
    }

    /// Selects the entries of another date, which may be earlier, and returns the widgets whose entry changes.
    mutating func showEntries(at date: UTCInstant) -> [WidgetIdentifier] {
        let before = shownDate
        shownDate = date
        // Where the wall clock was set back, entries already shown are in the future again.
        let changing = date < before ? identifiers : entryDates.removeAll(upTo: date)
        return changing.filter { widget in
            _ = update(widget) { $0.showEntry(at: date) }
            guard let delivered = records[widget]?.saved.timeline else { return false }
            return delivered.timeline.entry(at: before) != delivered.timeline.entry(at: date)
                || delivered.relevance(at: before) != delivered.relevance(at: date)
        }
    }

    // MARK: Settings

    /// Changes the length of in-use windows, and delays the ends of least intervals between reloads.
    mutating func change(window: Duration, intervalsEndLaterBy delay: Duration, at now: MonotonicInstant) {
        for widget in records.keys {
            _ = update(widget) { $0.change(window: window, intervalEndsLaterBy: delay, at: now) }
        }
    }
}

extension Moment {
    /// Returns the instant of a wall-clock date, by the current clocks.
    func instant(of date: UTCInstant) -> MonotonicInstant { instant + utc.duration(to: date) }
}

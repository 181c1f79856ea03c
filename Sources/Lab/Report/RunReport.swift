package import LocationModel
package import WaymarkEngine

/// Collects what happens while an engine runs, to be drawn as one page.
///
/// Decisions are kept exactly. Of the track only so many points are kept as can be seen.
package struct RunReport {
    /// A decision to draw and to list.
    struct Item {
        let time: UTCInstant
        let subject: String
        let decision: Decision
        let text: String
        let place: Fix?
    }

    struct Span {
        var start: UTCInstant
        var end: UTCInstant
    }

    /// A widget over time.
    struct Band {
        var name: String
        var inView: [Span] = []
        var inUse: [Span] = []
        var pending: [Span] = []
        var events: [Item] = []

        /// What has begun and not ended.
        var viewSince: UTCInstant?
        var useSince: UTCInstant?
        var pendingSince: UTCInstant?
    }

    struct ReceiverBand {
        var name: String
        var states: [(span: Span, condition: ReceiverCondition, text: String)] = []
    }

    let title: String
    let subtitle: String
    let start: UTCInstant

    /// The offset of local time from UTC in seconds.
    let offset: (UTCInstant) -> Int
    private let name: (JournalSubject) -> String?
    private(set) var end: UTCInstant
    private(set) var track = TrackSketch()
    private(set) var items: [Item] = []
    private(set) var changes: [Item] = []
    private(set) var bands: [WidgetIdentifier: Band] = [:]
    private(set) var receivers: [ReceiverIdentifier: ReceiverBand] = [:]
    private(set) var receiversOn: [Span] = []
    private var onSince: UTCInstant?
    private(set) var fixCount = 0

    /// Starts a report, in which some widgets and apps have better names than their identifiers.
    ///
    /// The offset is in seconds.
    package init(
        title: String,
        subtitle: String,
        start: UTCInstant,
        offset: @escaping (UTCInstant) -> Int = { _ in 0 },
        name: @escaping (JournalSubject) -> String? = { _ in nil }
    ) {
        self.title = title
        self.subtitle = subtitle
        self.start = start
        self.offset = offset
        self.name = name
        end = start
    }

    package mutating func add(_ fix: Fix, at moment: Moment) {
        fixCount += 1
        end = max(end, moment.utc)
        track.add(fix, at: moment.utc)
    }

    /// Adds a decision, with the place of a significant change or the location that came with a reload.
    package mutating func add(_ entry: JournalEntry, _ place: Fix?) {
        let time = entry.moment.utc
        end = max(end, time)
        let subject =
            name(entry.subject) ?? entry.subject.widget?.description ?? entry.subject.app?.app.rawValue ?? ""
        let item = Item(
            time: time,
            subject: subject,
            decision: entry.decision,
            text: entry.decision.text,
            place: place
        )
        items.append(item)
        if let widget = entry.subject.widget { add(item, to: widget) }
        switch entry.decision {
        case .significantChange: changes.append(item)
        case .receiversOn, .receiversResumed: onSince = onSince ?? time
        case .receiversOff, .receiversPaused:
            if let since = onSince { receiversOn.append(Span(start: since, end: time)) }
            onSince = nil
        case .receiver(let receiver, let name, let state): add(state, of: receiver, named: name, at: time)
        default: break
        }
    }

    package mutating func finish(at end: UTCInstant) {
        self.end = max(self.end, end)
        if let since = onSince { receiversOn.append(Span(start: since, end: self.end)) }
        onSince = nil
        for receiver in receivers.keys { endState(of: receiver, at: self.end) }
        for widget in bands.keys { bands[widget]?.close(at: self.end) }
    }

    var onTime: Duration { receiversOn.reduce(.zero) { $0 + $1.start.duration(to: $1.end) } }

    private mutating func add(_ item: Item, to widget: WidgetIdentifier) {
        var band = bands[widget] ?? Band(name: item.subject)
        switch item.decision {
        case .viewed:
            band.viewSince = band.viewSince ?? item.time
            band.useSince = band.useSince ?? item.time
        case .hidden: band.endView(at: item.time)
        case .windowEnded: band.endUse(at: item.time)
        case .pending, .awaitingFix: band.pendingSince = band.pendingSince ?? item.time
        case .reload, .timelineFailed, .timelineLate, .requestAbandoned:
            band.endPending(at: item.time)
            band.events.append(item)
        case .removed: band.close(at: item.time)
        default: break
        }
        bands[widget] = band
    }

    private mutating func add(
        _ state: ReceiverState,
        of receiver: ReceiverIdentifier,
        named name: String,
        at time: UTCInstant
    ) {
        endState(of: receiver, at: time)
        receivers[receiver, default: ReceiverBand(name: name)].states.append(
            (Span(start: time, end: time), state.condition, state.text)
        )
    }

    private mutating func endState(of receiver: ReceiverIdentifier, at time: UTCInstant) {
        guard let last = receivers[receiver]?.states.indices.last else { return }
        receivers[receiver]?.states[last].span.end = time
    }
}

extension RunReport.Band {
    mutating func endView(at time: UTCInstant) {
        if let since = viewSince { inView.append(.init(start: since, end: time)) }
        viewSince = nil
    }

    mutating func endUse(at time: UTCInstant) {
        if let since = useSince { inUse.append(.init(start: since, end: time)) }
        useSince = nil
    }

    mutating func endPending(at time: UTCInstant) {
        if let since = pendingSince { pending.append(.init(start: since, end: time)) }
        pendingSince = nil
    }

    mutating func close(at time: UTCInstant) {
        endView(at: time)
        endUse(at: time)
        endPending(at: time)
    }
}

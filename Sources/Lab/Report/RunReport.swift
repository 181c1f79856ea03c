package import LocationModel
package import WaymarkEngine

/// The events of an engine's run, collected to be drawn as one page.
///
/// Decisions are kept exactly. Of the track, only as many points are kept as can be seen.
package struct RunReport {
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

    /// The spans of time in which something was so.
    struct Times {
        private(set) var spans: [Span] = []
        private var since: UTCInstant?

        mutating func begin(at time: UTCInstant) { since = since ?? time }

        mutating func end(at time: UTCInstant) {
            if let since { spans.append(Span(start: since, end: time)) }
            since = nil
        }
    }

    struct Band {
        var name: String
        var inView = Times()
        var inUse = Times()
        var pending = Times()
        var events: [Item] = []

        mutating func end(at time: UTCInstant) {
            inView.end(at: time)
            inUse.end(at: time)
            pending.end(at: time)
        }
    }

    struct ReceiverBand {
        var name: String

        /// Each lasts until the next.
        var states: [(start: UTCInstant, condition: ReceiverCondition, text: String)] = []
    }

    let title: String
    let subtitle: String
    let start: UTCInstant

    /// Whether the times are those of a calendar, and not only since the beginning.
    let isDated: Bool

    /// The offset of local time from UTC in seconds.
    let offset: (UTCInstant) -> Int
    private let name: (JournalSubject) -> String?
    private(set) var end: UTCInstant
    private(set) var track = TrackSketch()
    private(set) var shape = DayShape()
    private(set) var speeds: TimeSeries
    private(set) var accuracies: TimeSeries

    /// Places that no movement explains, as many as can be seen.
    private(set) var doubtfulPlaces: [Coordinate] = []
    private(set) var items: [Item] = []
    private(set) var changes: [Item] = []
    private(set) var bands: [WidgetIdentifier: Band] = [:]
    private(set) var receivers: [ReceiverIdentifier: ReceiverBand] = [:]
    private(set) var receiversOn = Times()

    /// The times when each receiver was not trusted, and the decisions that say so of it or of a fix.
    private(set) var distrusted: [String: Times] = [:]
    private(set) var troubles: [Item] = []
    private var latest: Fix?
    private(set) var fixCount = 0

    /// Starts a report, in which some widgets and apps have better names than their identifiers.
    ///
    /// The offset is in seconds.
    package init(
        title: String,
        subtitle: String,
        start: UTCInstant,
        isDated: Bool = true,
        offset: @escaping (UTCInstant) -> Int = { _ in 0 },
        name: @escaping (JournalSubject) -> String? = { _ in nil }
    ) {
        (self.title, self.subtitle, self.isDated) = (title, subtitle, isDated)
        (self.start, self.end) = (start, start)
        (speeds, accuracies) = (TimeSeries(start: start), TimeSeries(start: start))
        (self.offset, self.name) = (offset, name)
    }

    package mutating func add(_ fix: Fix, at moment: Moment) {
        fixCount += 1
        let time = moment.utc
        end = max(end, time)
        latest = fix
        if let radius = fix.accuracy?.horizontal68Meters { accuracies.add(radius, at: time) }
        let judgement = shape.add(fix, at: time)
        guard judgement != .doubtful else {
            if doubtfulPlaces.count < 300 { doubtfulPlaces.append(fix.coordinate) }
            return
        }
        // Many phones and loggers tell no speed.
        let speed = fix.speedMetersPerSecond ?? shape.derivedSpeed
        track.add(fix, speed, at: time, isJump: judgement == .moved)
        if let speed { speeds.add(speed * 3.6, at: time) }
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
            place: place ?? latest
        )
        items.append(item)
        if let widget = entry.subject.widget { add(item, to: widget) }
        switch entry.decision {
        case .position(.significantChange): changes.append(item)
        case .power(.receiversOn), .power(.receiversResumed): receiversOn.begin(at: time)
        case .power(.receiversOff), .power(.receiversPaused): receiversOn.end(at: time)
        case .position(.fixHeld(.implausible)), .position(.fixHeld(.contradicted)): troubles.append(item)
        case .position(.trustChanged(let verdict, _, let name)):
            if verdict.trust == .trusted {
                distrusted[name]?.end(at: time)
            } else {
                troubles.append(item)
                distrusted[name, default: Times()].begin(at: time)
            }
        case .position(.receiver(let receiver, let name, let state)):
            let begun = (time, state.condition, state.text)
            receivers[receiver, default: ReceiverBand(name: name)].states.append(begun)
        default: break
        }
    }

    package mutating func finish(at end: UTCInstant) {
        self.end = max(self.end, end)
        shape.finish()
        receiversOn.end(at: self.end)
        for name in distrusted.keys { distrusted[name]?.end(at: self.end) }
        for widget in bands.keys { bands[widget]?.end(at: self.end) }
    }

    var sentence: DaySentence {
        var sentence = DaySentence(isDated: isDated, length: start.duration(to: end), fixes: fixCount)
        let trips = shape.trips
        sentence.meters = trips.reduce(0) { $0 + $1.meters }
        sentence.isLeast = shape.gapMeters > 0.1 * sentence.meters
        sentence.trips = trips.count
        sentence.stays = shape.stays.count
        sentence.widgets = bands.count
        for item in items {
            guard case .widget(.reload(_, _, let absence, _, _)) = item.decision else { continue }
            sentence.reloads += 1
            if absence == nil { sentence.reloadsWithLocation += 1 }
        }
        sentence.receiversOn = onTime
        sentence.attacks = troubles.count {
            if case .position(.trustChanged) = $0.decision { true } else { false }
        }
        sentence.doubts = troubles.count - sentence.attacks
        return sentence
    }

    /// The times when any receiver was not trusted.
    var distrustedSpans: [Span] { distrusted.sorted { $0.key < $1.key }.flatMap(\.value.spans) }

    var onTime: Duration { receiversOn.spans.reduce(.zero) { $0 + $1.start.duration(to: $1.end) } }

    private mutating func add(_ item: Item, to widget: WidgetIdentifier) {
        var band = bands[widget] ?? Band(name: item.subject)
        switch item.decision {
        case .widget(.viewed):
            band.inView.begin(at: item.time)
            band.inUse.begin(at: item.time)
        case .widget(.hidden): band.inView.end(at: item.time)
        case .widget(.windowEnded): band.inUse.end(at: item.time)
        case .widget(.pending), .widget(.awaitingFix): band.pending.begin(at: item.time)
        case .widget(.reload), .widget(.timelineFailed), .widget(.timelineLate), .widget(.requestAbandoned):
            band.pending.end(at: item.time)
            band.events.append(item)
        case .widget(.removed): band.end(at: item.time)
        default: break
        }
        bands[widget] = band
    }
}

import CommandLineTool
import UserInput
import Waymark

/// The events that wait for a command, of which one runs at a time.
///
/// An event is acknowledged when its command has ended: one that was cut short, by a kill or a power cut, runs again.
struct EventQueue {
    typealias Event = MonitorInterface.Occurrence

    /// The most events that wait; further ones take the place of the oldest.
    static let limit = 32

    let trigger: EventTrigger
    private(set) var waiting: [Event] = []
    private(set) var running: Event?

    /// The events that are done, newest last: the service tells one again if it did not hear of that.
    private var done: [String] = []

    init(_ trigger: EventTrigger) { self.trigger = trigger }

    /// Takes an event of the service, and returns one for which nothing will run: this one, or the oldest of too many.
    mutating func add(_ event: Event) -> Event? {
        guard trigger.owns(event) else { return nil }
        guard trigger.word(for: event) != nil, !done.contains(event.identifier) else { return event }
        guard !([running].compactMap(\.self) + waiting).contains(where: { $0.identifier == event.identifier })
        else { return nil }
        waiting.append(event)
        guard waiting.count > Self.limit else { return nil }
        let dropped = waiting.removeFirst()
        finish(dropped)
        return dropped
    }

    /// Returns the event for which a command is to run now, once.
    mutating func next() -> Event? {
        guard running == nil, !waiting.isEmpty else { return nil }
        running = waiting.removeFirst()
        return running
    }

    /// Records that the command has ended, or could not be started, and returns its event.
    mutating func end() -> Event? {
        guard let event = running else { return nil }
        running = nil
        finish(event)
        return event
    }

    private mutating func finish(_ event: Event) { done = (done + [event.identifier]).suffix(2 * Self.limit) }
}

enum EventTrigger: Hashable {
    case region(monitor: String, identifier: String, entering: Bool)
    case change
    case visit

    /// Whether the event is this trigger's alone, so that it is told to nobody else once it is acknowledged.
    func owns(_ event: MonitorInterface.Occurrence) -> Bool {
        switch (self, event.kind) {
        case (.region(let monitor, let identifier, _), .region):
            event.region?.monitor == monitor && event.region?.identifier == identifier
        case (.change, .significantChange), (.visit, .arrival), (.visit, .departure): true
        default: false
        }
    }

    /// Returns the word by which a command knows the event; `nil` if none runs for it.
    func word(for event: MonitorInterface.Occurrence) -> String? {
        guard owns(event) else { return nil }
        switch (self, event.kind) {
        case (.region(_, _, let entering), _):
            guard event.region?.state == (entering ? .satisfied : .unsatisfied) else { return nil }
            return entering ? "enter" : "leave"
        case (.change, _): return "change"
        case (.visit, .arrival): return "arrival"
        case (.visit, _): return "departure"
        }
    }

    /// The variables by which a command learns what has happened: those that are absent are unset.
    func variables(of event: MonitorInterface.Occurrence, app: String) -> [(name: String, value: String?)] {
        let (place, visit) = (event.place, event.visit)
        let latitude = visit?.coordinate.latitudeDegrees ?? place?.latitudeDegrees
        let longitude = visit?.coordinate.longitudeDegrees ?? place?.longitudeDegrees
        let accuracy = place?.horizontalAccuracyMeters ?? visit?.horizontalAccuracyMeters
        return [
            ("WAYMARK_EVENT", word(for: event)),
            ("WAYMARK_EVENT_ID", event.identifier.harmless),
            ("WAYMARK_APP", app),
            ("WAYMARK_TIME", event.time.harmless),
            ("WAYMARK_REGION", event.region?.identifier.harmless),
            ("WAYMARK_LATITUDE", latitude?.decimal(.place)),
            ("WAYMARK_LONGITUDE", longitude?.decimal(.place)),
            ("WAYMARK_ACCURACY", accuracy?.decimal(.length)),
            ("WAYMARK_ARRIVAL", visit?.arrivalInstant?.description),
            ("WAYMARK_DEPARTURE", visit?.departureInstant?.description),
        ]
    }
}

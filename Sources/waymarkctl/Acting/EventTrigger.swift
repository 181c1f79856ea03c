import CommandLineTool
import UserInput
import Waymark

/// What a command is run for.
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
    private func word(for event: MonitorInterface.Occurrence) -> String? {
        switch (self, event.kind) {
        case (.region(_, _, let entering), _):
            guard event.region?.state == (entering ? .satisfied : .unsatisfied) else { return nil }
            return entering ? "enter" : "leave"
        case (.change, _): return "change"
        case (.visit, .arrival): return "arrival"
        case (.visit, _): return "departure"
        }
    }

    /// The variables by which a command learns what has happened, `nil` if none runs for an event of this trigger's.
    ///
    /// Those that are absent are unset.
    func variables(of event: MonitorInterface.Occurrence, app: String) -> [(name: String, value: String?)]? {
        guard let word = word(for: event) else { return nil }
        let (place, visit) = (event.place, event.visit)
        let latitude = visit?.coordinate.latitudeDegrees ?? place?.latitudeDegrees
        let longitude = visit?.coordinate.longitudeDegrees ?? place?.longitudeDegrees
        let accuracy = place?.horizontalAccuracyMeters ?? visit?.horizontalAccuracyMeters
        return [
            ("WAYMARK_EVENT", word),
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

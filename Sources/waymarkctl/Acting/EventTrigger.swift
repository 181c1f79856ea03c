import CommandLineTool
import LocationModel
import UserInput
import WaymarkInterfaces

enum EventTrigger: Hashable {
    /// The machine enters the region, or leaves it.
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

    /// The service that the app monitors for it, unless that is a region.
    var service: MonitoredService? {
        switch self {
        case .region: nil
        case .change: .significantChanges
        case .visit: .visits
        }
    }
}

extension EventTrigger {
    /// The variables by which a command learns what has happened: those that are absent are unset.
    func variables(of event: MonitorInterface.Occurrence, app: String) -> [(name: String, value: String?)] {
        let (place, visit) = (event.place, event.visit)
        let coordinate =
            visit?.coordinate
            ?? place.flatMap {
                Coordinate(latitudeDegrees: $0.latitudeDegrees, longitudeDegrees: $0.longitudeDegrees)
            }
        let accuracy = place?.horizontalAccuracyMeters ?? visit?.horizontalAccuracyMeters
        return [
            ("WAYMARK_EVENT", word(for: event)),
            ("WAYMARK_EVENT_ID", event.identifier.harmless),
            ("WAYMARK_APP", app),
            ("WAYMARK_TIME", event.time.harmless),
            ("WAYMARK_REGION", event.region?.identifier.harmless),
            ("WAYMARK_LATITUDE", coordinate.map { $0.latitudeDegrees.decimal(.place) }),
            ("WAYMARK_LONGITUDE", coordinate.map { $0.longitudeDegrees.decimal(.place) }),
            ("WAYMARK_ACCURACY", accuracy?.decimal(.length)),
            ("WAYMARK_ARRIVAL", visit?.arrivalInstant?.description),
            ("WAYMARK_DEPARTURE", visit?.departureInstant?.description),
        ]
    }
}

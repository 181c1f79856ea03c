public import FoundationEssentials
public import LocationModel
import WaymarkInterfaces

/// An element of ``Monitor/updates``: the state of monitoring, or an event.
@nonexhaustive public enum MonitorUpdate: Hashable, Sendable {
    /// The state of monitoring: the first update, and again when it has changed.
    case state(MonitoringState)

    /// An event of what the app monitors.
    case event(MonitorEvent)
}

/// The services and regions that an app monitors, and the conditions that limit its events.
public struct MonitoringState: Hashable, Sendable {
    /// The services that the app monitors.
    public let services: Set<MonitoredService>

    /// The number of regions that the app monitors.
    public let regionCount: Int

    /// The conditions that keep events from the app, or limit them; empty if nothing does.
    public let diagnostics: Set<MonitoringDiagnostic>

    /// The last known place, if the app monitors significant changes and is authorized now.
    public let place: Location?

    /// The visit that lasts, if the app monitors visits and is authorized now.
    public let visit: Visit?

    /// Whether the service only simulates locations, so that no event is a real one.
    public let isSimulated: Bool
}

/// An event of what an app monitors.
public struct MonitorEvent: Hashable, Sendable, Identifiable {
    /// The content of an event.
    @nonexhaustive public enum Content: Hashable, Sendable {
        /// The machine moved significantly, or under reduced accuracy, to another area.
        case significantChange(Location)

        /// A visit began.
        case arrival(Visit)

        /// A visit ended.
        case departure(Visit)

        /// The machine entered or left a region, or its first state is not the one that the app assumed.
        case region(RegionChange)
    }

    /// The identifier, the same however often the service sends the event.
    public let id: String

    /// When the service noticed it.
    public let time: Date

    /// The kind of event, with its location, visit or region.
    public let content: Content
}

extension MonitoringState {
    init(_ state: MonitorInterface.State) throws(ClientError) {
        services = Set(state.services)
        regionCount = state.regions
        diagnostics = Set(state.diagnostics)
        let isSimulated = state.simulated ?? false
        self.isSimulated = isSimulated
        place = try state.place.map { (place) throws(ClientError) in
            try Location(place, isSimulated: isSimulated)
        }
        visit = state.visit
    }
}

extension MonitorEvent {
    init(_ event: MonitorInterface.Occurrence, isSimulated: Bool) throws(ClientError) {
        switch (event.kind, event.place, event.visit) {
        case (.significantChange, let place?, _):
            content = .significantChange(try Location(place, isSimulated: isSimulated))
        case (.arrival, _, let visit?): content = .arrival(visit)
        case (.departure, _, let visit?): content = .departure(visit)
        case (.region, _, _):
            content = .region(try event.region.orViolation("an event without its region"))
        default: throw .protocolViolation("an event without its place")
        }
        id = event.identifier
        time = try Date(event.time).orViolation("an event without a time")
    }
}

extension Location {
    init(_ place: MonitorInterface.Place, isSimulated: Bool) throws(ClientError) {
        let time = Date(place.time)
        self.init(
            coordinate: try place.coordinate.orViolation("a place that is not on the globe"),
            age: .seconds(max(-(time?.timeIntervalSinceNow ?? 0), 0)),
            time: time,
            horizontalAccuracyMeters: place.horizontalAccuracyMeters,
            horizontalAccuracy95Meters: place.horizontalAccuracy95Meters,
            source: isSimulated ? .simulated : .receiver
        )
    }
}

public import FoundationEssentials
public import LocationModel

/// What the service tells an app about what it monitors.
@nonexhaustive public enum MonitorUpdate: Hashable, Sendable {
    /// What is monitored, and what keeps events from the app: the first update, and again when it has changed.
    case state(MonitoringState)

    /// Something happened.
    case event(MonitorEvent)
}

/// What an app monitors, and what keeps events from it.
public struct MonitoringState: Hashable, Sendable {
    /// The services that the app monitors.
    public let services: Set<MonitoredService>

    /// The number of regions that the app monitors.
    public let regionCount: Int

    /// The conditions that keep events from the app, or limit them; empty if nothing does.
    public let diagnostics: Set<MonitoringDiagnostic>

    /// The last known place, if the app monitors significant changes and may know now.
    public let place: Location?

    /// The visit that lasts, if the app monitors visits and may know now.
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

    /// The identifier, the same however often the service tells the event.
    public let id: String

    /// When the service noticed it.
    public let time: Date

    /// What happened.
    public let content: Content
}

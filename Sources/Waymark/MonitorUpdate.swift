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

/// A stay of some minutes at one place.
public struct Visit: Hashable, Sendable {
    /// The middle of the place; under reduced accuracy, of an area some kilometres wide.
    public let coordinate: Coordinate

    /// The radius in metres of the circle that holds the true position with a probability of 68 %.
    public let horizontalAccuracyMeters: Double

    /// When the machine arrived; `nil` if nobody watched then.
    public let arrival: Date?

    /// When the machine left, or the last time that it was known to be there; `nil` while the visit lasts.
    public let departure: Date?

    /// Creates a visit, for tests of an app.
    ///
    /// - Parameters:
    ///   - coordinate: The middle of the place.
    ///   - horizontalAccuracyMeters: The radius of the 68 % circle.
    ///   - arrival: When the machine arrived.
    ///   - departure: When the machine left.
    public init(
        coordinate: Coordinate,
        horizontalAccuracyMeters: Double,
        arrival: Date? = nil,
        departure: Date? = nil
    ) {
        self.coordinate = coordinate
        self.horizontalAccuracyMeters = horizontalAccuracyMeters
        self.arrival = arrival
        self.departure = departure
    }
}

public import FoundationEssentials
public import LocationModel
import WaymarkInterfaces

/// The position of the machine with its accuracy; what is `nil` is unknown.
public struct Location: Hashable, Sendable {
    /// The position.
    public let coordinate: Coordinate

    /// How long ago the service received the position.
    public let age: Duration

    /// The time of the position, as the receiver says.
    public let time: Date?

    /// The radius in metres of the circle that holds the true position with a probability of 68 %.
    public let horizontalAccuracyMeters: Double?

    /// The radius in metres of the circle that holds the true position with a probability of 95 %.
    public let horizontalAccuracy95Meters: Double?

    /// The altitude in metres above mean sea level.
    public let altitudeMeters: Double?

    /// Half the width in metres of the interval that holds the true altitude with a probability of 68 %.
    public let verticalAccuracyMeters: Double?

    /// The speed over ground in metres per second.
    public let speedMetersPerSecond: Double?

    /// The course over ground in degrees clockwise from true north.
    public let courseDegrees: Double?

    /// The origin of the position: measured by a receiver, stated by a person, or simulated.
    public let source: LocationSource

    /// Creates a location, for tests of a provider.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - age: How long ago the service received the position.
    ///   - time: The time of the position.
    ///   - horizontalAccuracyMeters: The radius of the 68 % circle.
    ///   - horizontalAccuracy95Meters: The radius of the 95 % circle.
    ///   - altitudeMeters: The altitude above mean sea level.
    ///   - verticalAccuracyMeters: Half the width of the 68 % interval of the altitude.
    ///   - speedMetersPerSecond: The speed over ground.
    ///   - courseDegrees: The course over ground, clockwise from true north.
    ///   - source: The origin of the position.
    public init(
        coordinate: Coordinate,
        age: Duration = .zero,
        time: Date? = nil,
        horizontalAccuracyMeters: Double? = nil,
        horizontalAccuracy95Meters: Double? = nil,
        altitudeMeters: Double? = nil,
        verticalAccuracyMeters: Double? = nil,
        speedMetersPerSecond: Double? = nil,
        courseDegrees: Double? = nil,
        source: LocationSource = .receiver
    ) {
        self.coordinate = coordinate
        self.age = age
        self.time = time
        self.horizontalAccuracyMeters = horizontalAccuracyMeters
        self.horizontalAccuracy95Meters = horizontalAccuracy95Meters
        self.altitudeMeters = altitudeMeters
        self.verticalAccuracyMeters = verticalAccuracyMeters
        self.speedMetersPerSecond = speedMetersPerSecond
        self.courseDegrees = courseDegrees
        self.source = source
    }
}

extension Location {
    init(_ location: LocationInterface.Location) throws(ClientError) {
        guard
            let coordinate = Coordinate(
                latitudeDegrees: location.latitudeDegrees,
                longitudeDegrees: location.longitudeDegrees
            )
        else { throw .protocolViolation("a location that is not on the globe") }
        self.init(
            coordinate: coordinate,
            age: Duration(clamping: location.ageSeconds),
            time: location.time.flatMap { Date($0) },
            horizontalAccuracyMeters: location.horizontalAccuracyMeters,
            horizontalAccuracy95Meters: location.horizontalAccuracy95Meters,
            altitudeMeters: location.altitudeMeters,
            verticalAccuracyMeters: location.verticalAccuracyMeters,
            speedMetersPerSecond: location.speedMetersPerSecond,
            courseDegrees: location.courseDegrees,
            source: location.source
        )
    }
}

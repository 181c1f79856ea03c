/// The location, or why there is none.
///
/// *Unauthorized* and *not available* are different answers, and a person should read different words for them:
/// the first is their own decision, the second passes.
public enum LocationAnswer: Hashable, Sendable {
    /// Why a location that may be known is not.
    @nonexhaustive public enum Absence: String, Hashable, Sendable {
        /// The widget was not in view lately.
        case insufficientlyInUse

        /// The receivers have no fix.
        case locationUnknown
    }

    /// Where the machine is.
    case location(Location)

    /// The app's widgets may not know.
    case unauthorized

    /// They may, but there is none now.
    case notAvailable(Absence)

    /// The kind was declared not to want one.
    case notWanted
}

/// Where the machine is.
public struct Location: Hashable, Sendable {
    /// The position.
    public let coordinate: Coordinate

    /// How long ago the service received it.
    public let age: Duration

    /// When it was true, as the receiver says.
    public let time: UTCInstant?

    /// Radius in metres of the circle that holds the truth with 68 % probability.
    public let horizontalAccuracyMeters: Double?

    /// Radius in metres of the circle that holds the truth with 95 % probability.
    public let horizontalAccuracy95Meters: Double?

    /// Metres above mean sea level.
    public let altitudeMeters: Double?

    /// Half the interval in metres that holds the true altitude with 68 % probability.
    public let verticalAccuracyMeters: Double?

    /// Speed over ground.
    public let speedMetersPerSecond: Double?

    /// Course over ground in degrees clockwise from true north.
    public let courseDegrees: Double?

    /// Creates a location, for tests of a provider.
    public init(
        coordinate: Coordinate,
        age: Duration = .zero,
        time: UTCInstant? = nil,
        horizontalAccuracyMeters: Double? = nil,
        horizontalAccuracy95Meters: Double? = nil,
        altitudeMeters: Double? = nil,
        verticalAccuracyMeters: Double? = nil,
        speedMetersPerSecond: Double? = nil,
        courseDegrees: Double? = nil
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
    }
}

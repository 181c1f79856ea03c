public import FoundationEssentials
public import LocationModel
public import WaymarkInterfaces

/// The position of the machine with its accuracy; `nil` values are unknown.
public typealias Location = LocationInterface.Location

/// The reason why an app or a widget got no location, with the evidence.
public typealias LocationAbsence = LocationInterface.LocationAbsence

/// A stay of some minutes at one place.
public typealias Visit = MonitorInterface.Visit

extension LocationInterface.Location {
    /// The time of the position as the receiver reports it; `nil` if it reports none.
    public var time: Date? { timeInstant.map { Date($0) } }

    /// Creates a location, for tests of a provider.
    public init(
        coordinate: Coordinate,
        age: Duration = .zero,
        time: Date? = nil,
        horizontalAccuracyMeters: Double? = nil,
        horizontalAccuracy95Meters: Double? = nil,
        altitudeMeters: Double? = nil,
        ellipsoidalAltitudeMeters: Double? = nil,
        verticalAccuracyMeters: Double? = nil,
        speedMetersPerSecond: Double? = nil,
        courseDegrees: Double? = nil,
        source: LocationSource = .receiver,
        trust: Trust? = nil
    ) {
        self.init(
            coordinate: coordinate,
            age: age,
            timeInstant: time.map { UTCInstant($0) },
            horizontalAccuracyMeters: horizontalAccuracyMeters,
            horizontalAccuracy95Meters: horizontalAccuracy95Meters,
            altitudeMeters: altitudeMeters,
            ellipsoidalAltitudeMeters: ellipsoidalAltitudeMeters,
            verticalAccuracyMeters: verticalAccuracyMeters,
            speedMetersPerSecond: speedMetersPerSecond,
            courseDegrees: courseDegrees,
            source: source,
            trust: trust
        )
    }
}

extension MonitorInterface.Visit {
    /// The time of arrival; `nil` if nobody watched then.
    public var arrival: Date? { arrivalInstant.map { Date($0) } }

    /// The time of departure, or when the machine was last known to be there; `nil` while the visit lasts.
    public var departure: Date? { departureInstant.map { Date($0) } }

    /// Creates a visit, for tests of an app.
    public init(
        coordinate: Coordinate,
        horizontalAccuracyMeters: Double,
        arrival: Date? = nil,
        departure: Date? = nil
    ) {
        self.init(
            coordinate: coordinate,
            horizontalAccuracyMeters: horizontalAccuracyMeters,
            arrivalInstant: arrival.map { UTCInstant($0) },
            departureInstant: departure.map { UTCInstant($0) }
        )
    }
}

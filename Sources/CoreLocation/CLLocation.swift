import LocationModel
import Waymark

/// A location with its accuracy.
///
/// A negative accuracy means that the value is unknown: ``horizontalAccuracy`` for ``coordinate``, ``verticalAccuracy`` for
/// ``altitude``, ``speedAccuracy`` and ``courseAccuracy`` for ``speed`` and ``course``.
public final class CLLocation: Hashable, Sendable, CustomStringConvertible {
    /// The position.
    public let coordinate: CLLocationCoordinate2D

    /// The altitude in metres above mean sea level.
    public let altitude: CLLocationDistance

    /// The radius of the circle that holds the true position with a probability of 68 %; negative if unknown.
    public let horizontalAccuracy: CLLocationAccuracy

    /// Half the interval that holds the true altitude with a probability of 68 %; negative if there is no altitude.
    public let verticalAccuracy: CLLocationAccuracy

    /// The course over ground in degrees from true north; negative if unknown.
    public let course: CLLocationDirection

    /// The accuracy of the course, which receivers seldom tell; negative if unknown.
    public let courseAccuracy: CLLocationDirectionAccuracy

    /// The speed over ground in metres per second; negative if unknown.
    public let speed: CLLocationSpeed

    /// The accuracy of the speed, which receivers seldom tell; negative if unknown.
    public let speedAccuracy: CLLocationSpeedAccuracy

    /// The time of the location.
    public let timestamp: Date

    /// Where the location comes from.
    public let sourceInformation: CLLocationSourceInformation?

    /// Creates a location of no known place: its accuracies are negative.
    public convenience init() {
        self.init(
            coordinate: CLLocationCoordinate2D(),
            altitude: 0,
            horizontalAccuracy: -1,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Creates a location at sea level, now.
    ///
    /// - Parameters:
    ///   - latitude: Degrees north.
    ///   - longitude: Degrees east.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Creates a location without movement.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - altitude: Metres above mean sea level.
    ///   - horizontalAccuracy: The radius of the 68 % circle; negative if unknown.
    ///   - verticalAccuracy: Half the 68 % interval of the altitude; negative if unknown.
    ///   - timestamp: The time.
    public convenience init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        timestamp: Date
    ) {
        self.init(
            coordinate: coordinate,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: -1,
            speed: -1,
            timestamp: timestamp
        )
    }

    /// Creates a location.
    ///
    /// - Parameters:
    ///   - coordinate: The position.
    ///   - altitude: Metres above mean sea level.
    ///   - horizontalAccuracy: The radius of the 68 % circle; negative if unknown.
    ///   - verticalAccuracy: Half the 68 % interval of the altitude; negative if unknown.
    ///   - course: Degrees from true north; negative if unknown.
    ///   - courseAccuracy: Degrees; negative if unknown.
    ///   - speed: Metres per second; negative if unknown.
    ///   - speedAccuracy: Metres per second; negative if unknown.
    ///   - timestamp: The time.
    ///   - sourceInfo: Where the location comes from.
    public init(
        coordinate: CLLocationCoordinate2D,
        altitude: CLLocationDistance,
        horizontalAccuracy: CLLocationAccuracy,
        verticalAccuracy: CLLocationAccuracy,
        course: CLLocationDirection,
        courseAccuracy: CLLocationDirectionAccuracy = -1,
        speed: CLLocationSpeed,
        speedAccuracy: CLLocationSpeedAccuracy = -1,
        timestamp: Date,
        sourceInfo: CLLocationSourceInformation? = nil
    ) {
        self.coordinate = coordinate
        self.altitude = altitude
        self.horizontalAccuracy = horizontalAccuracy
        self.verticalAccuracy = verticalAccuracy
        self.course = course
        self.courseAccuracy = courseAccuracy
        self.speed = speed
        self.speedAccuracy = speedAccuracy
        self.timestamp = timestamp
        sourceInformation = sourceInfo
    }

    /// Returns the distance along the ellipsoid in metres; not a number if a coordinate is not on the globe.
    public func distance(from location: CLLocation) -> CLLocationDistance {
        guard let here = Coordinate(coordinate), let there = Coordinate(location.coordinate) else {
            return .nan
        }
        return here.distanceMeters(to: there)
    }

    /// Compares all values.
    public static func == (left: CLLocation, right: CLLocation) -> Bool { left.values == right.values }

    /// Hashes the position and the time.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(coordinate)
        hasher.combine(timestamp)
    }

    private var values: [AnyHashable?] {
        [
            coordinate, altitude, horizontalAccuracy, verticalAccuracy, course, courseAccuracy, speed,
            speedAccuracy, timestamp, sourceInformation,
        ]
    }

    /// The position, its accuracy, the movement and the time.
    public var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m "
            + "(speed \(speed) mps / course \(course)) @ \(timestamp)"
    }
}

/// The origin of a location.
public struct CLLocationSourceInformation: Hashable, Sendable {
    /// Whether software made the location: a simulator, or a person who stated the place.
    public let isSimulatedBySoftware: Bool

    /// Whether a receiver outside of the machine made it; here every receiver is one, and a phone.
    public let isProducedByAccessory: Bool

    /// Creates an origin.
    ///
    /// - Parameters:
    ///   - isSimulatedBySoftware: Whether software made the location.
    ///   - isProducedByAccessory: Whether a receiver outside of the machine made it.
    public init(
        softwareSimulationState isSimulatedBySoftware: Bool,
        andExternalAccessoryState isProducedByAccessory: Bool
    ) {
        self.isSimulatedBySoftware = isSimulatedBySoftware
        self.isProducedByAccessory = isProducedByAccessory
    }
}

extension CLLocation {
    convenience init(_ location: Location) {
        self.init(
            coordinate: CLLocationCoordinate2D(location.coordinate),
            altitude: location.altitudeMeters ?? 0,
            horizontalAccuracy: location.horizontalAccuracyMeters ?? -1,
            verticalAccuracy: location.altitudeMeters == nil ? -1 : location.verticalAccuracyMeters ?? -1,
            course: location.courseDegrees ?? -1,
            speed: location.speedMetersPerSecond ?? -1,
            timestamp: location.time ?? Date(timeIntervalSinceNow: -location.age.inSeconds),
            sourceInfo: CLLocationSourceInformation(
                softwareSimulationState: [.stated, .simulated].contains(location.source),
                andExternalAccessoryState: [.receiver, .phone].contains(location.source)
            )
        )
    }
}

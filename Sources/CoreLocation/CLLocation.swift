// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LocationModel
import Waymark

/// A location with its accuracy.
///
/// A negative accuracy means that the value is unknown: ``horizontalAccuracy`` for ``coordinate``, ``verticalAccuracy`` for
/// ``altitude``, ``speedAccuracy`` and ``courseAccuracy`` for ``speed`` and ``course``.
open class CLLocation: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    private struct Values: Hashable, Codable {
        var latitude, longitude, altitude, horizontalAccuracy, verticalAccuracy: Double
        var course, courseAccuracy, speed, speedAccuracy: Double
        var timestamp: Date
        var source: CLLocationSourceInformation?
        var ellipsoidalAltitude: Double?
    }

    /// Never changed after the initializer.
    private var values: Values

    open var coordinate: CLLocationCoordinate2D {
        CLLocationCoordinate2D(latitude: values.latitude, longitude: values.longitude)
    }

    /// The altitude in metres above mean sea level.
    open var altitude: CLLocationDistance { values.altitude }

    /// The altitude in metres above the WGS-84 ellipsoid; that above mean sea level if the receiver does not
    /// report the height of the geoid.
    open var ellipsoidalAltitude: CLLocationDistance { values.ellipsoidalAltitude ?? values.altitude }

    /// The radius in metres of the circle that holds the true position with a probability of 68 %; negative
    /// if unknown.
    open var horizontalAccuracy: CLLocationAccuracy { values.horizontalAccuracy }

    /// Half the interval in metres that holds the true altitude with a probability of 68 %; negative without
    /// an altitude.
    open var verticalAccuracy: CLLocationAccuracy { values.verticalAccuracy }

    /// The course over ground in degrees from true north; negative if unknown.
    open var course: CLLocationDirection { values.course }

    /// The accuracy of the course in degrees, which receivers seldom report; negative if unknown.
    open var courseAccuracy: CLLocationDirectionAccuracy { values.courseAccuracy }

    /// The speed over ground in metres per second; negative if unknown.
    open var speed: CLLocationSpeed { values.speed }

    /// The accuracy of the speed in metres per second, which receivers seldom report; negative if unknown.
    open var speedAccuracy: CLLocationSpeedAccuracy { values.speedAccuracy }
    open var timestamp: Date { values.timestamp }
    open var sourceInformation: CLLocationSourceInformation? { values.source }

    /// The floor of the building: always `nil`, because receivers report none.
    open var floor: CLFloor? { nil }

    /// Creates a location of no known place: its accuracies are negative.
    public override convenience init() {
        self.init(
            coordinate: CLLocationCoordinate2D(),
            altitude: 0,
            horizontalAccuracy: -1,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

    /// Creates a location at sea level, now.
    public convenience init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.init(
            coordinate: CLLocationCoordinate2D(latitude: latitude, longitude: longitude),
            altitude: 0,
            horizontalAccuracy: 0,
            verticalAccuracy: -1,
            timestamp: Date()
        )
    }

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
        values = Values(
            latitude: coordinate.latitude,
            longitude: coordinate.longitude,
            altitude: altitude,
            horizontalAccuracy: horizontalAccuracy,
            verticalAccuracy: verticalAccuracy,
            course: course,
            courseAccuracy: courseAccuracy,
            speed: speed,
            speedAccuracy: speedAccuracy,
            timestamp: timestamp,
            source: sourceInfo
        )
    }

    public required init?(coder: NSCoder) {
        guard let values = coder.decodeValues(Values.self) else { return nil }
        self.values = values
    }

    /// Writes the location into an archive, which only this module reads.
    open func encode(with coder: NSCoder) { coder.encode(values: values) }

    open class var supportsSecureCoding: Bool { true }

    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns the distance along the ellipsoid in metres; not a number if a coordinate is not on the globe.
    open func distance(from location: CLLocation) -> CLLocationDistance {
        guard let here = Coordinate(coordinate), let there = Coordinate(location.coordinate) else {
            return .nan
        }
        return here.distanceMeters(to: there)
    }

    open override func isEqual(_ object: Any?) -> Bool { (object as? CLLocation)?.values == values }

    open override var hash: Int { values.hashValue }

    open override var description: String {
        "<\(coordinate.latitude),\(coordinate.longitude)> +/- \(horizontalAccuracy)m "
            + "(speed \(speed) mps / course \(course)) @ \(timestamp)"
    }
}

public final class CLFloor: NSObject, Sendable {
    public let level: Int

    init(level: Int) { self.level = level }
}

public struct CLLocationSourceInformation: Hashable, Codable, Sendable {
    /// Whether software made the location: a simulator, or a person who stated the place.
    public let isSimulatedBySoftware: Bool

    /// Whether an external accessory made it; here every receiver is one, and a phone.
    public let isProducedByAccessory: Bool

    public init(
        softwareSimulationState isSimulatedBySoftware: Bool,
        andExternalAccessoryState isProducedByAccessory: Bool
    ) {
        self.isSimulatedBySoftware = isSimulatedBySoftware
        self.isProducedByAccessory = isProducedByAccessory
    }
}

extension NSCoder {
    func encode(values: some Encodable, forKey key: String = "values") {
        guard let data = try? PropertyListEncoder().encode(values) else { return }
        encode(data as NSData, forKey: key)
    }

    func decodeValues<Values: Decodable>(_ type: Values.Type, forKey key: String = "values") -> Values? {
        // Without the key, Foundation may end the program.
        guard containsValue(forKey: key), let data = decodeObject(of: NSData.self, forKey: key) else {
            return nil
        }
        return try? PropertyListDecoder().decode(type, from: data as Data)
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
        values.ellipsoidalAltitude = location.ellipsoidalAltitudeMeters
    }
}

// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Waymark

/// A latitude or longitude in degrees.
public typealias CLLocationDegrees = Double

/// A distance in metres.
public typealias CLLocationDistance = Double

/// The radius of a circle in metres, or half the width of an interval.
public typealias CLLocationAccuracy = Double

/// A speed in metres per second.
public typealias CLLocationSpeed = Double

/// The accuracy of a speed in metres per second.
public typealias CLLocationSpeedAccuracy = Double

/// A direction in degrees clockwise from north.
public typealias CLLocationDirection = Double

/// The accuracy of a direction in degrees.
public typealias CLLocationDirectionAccuracy = Double

/// The best accuracy, for navigation; the same as ``kCLLocationAccuracyBest`` here.
public let kCLLocationAccuracyBestForNavigation: CLLocationAccuracy = -2

public let kCLLocationAccuracyBest: CLLocationAccuracy = -1

public let kCLLocationAccuracyNearestTenMeters: CLLocationAccuracy = 10

/// A hundred metres, with which receivers may pause.
public let kCLLocationAccuracyHundredMeters: CLLocationAccuracy = 100

/// A kilometre, with which receivers may pause.
public let kCLLocationAccuracyKilometer: CLLocationAccuracy = 1000

/// Three kilometres, with which receivers may pause.
public let kCLLocationAccuracyThreeKilometers: CLLocationAccuracy = 3000

/// The accuracy of an area, with which receivers pause for long; an app with full accuracy still gets exact
/// locations.
public let kCLLocationAccuracyReduced: CLLocationAccuracy = 20_000

/// No distance filter: every location is delivered.
public let kCLDistanceFilterNone: CLLocationDistance = -1

/// No heading filter: every heading is delivered.
public let kCLHeadingFilterNone: CLLocationDegrees = -1

// swift-format-ignore: AlwaysUseLowerCamelCase
public let CLLocationDistanceMax: CLLocationDistance = .greatestFiniteMagnitude

/// A coordinate that is not on the globe.
public let kCLLocationCoordinate2DInvalid = CLLocationCoordinate2D(latitude: -180, longitude: -180)

/// A position on the globe, WGS 84.
///
/// As on Apple's platforms it is neither `Equatable` nor `Codable`, so that apps can make it so.
public struct CLLocationCoordinate2D: Sendable {
    public var latitude: CLLocationDegrees
    public var longitude: CLLocationDegrees

    /// Creates the coordinate at 0° north, 0° east.
    public init() { self.init(latitude: 0, longitude: 0) }

    /// Creates a coordinate, which need not be on the globe.
    public init(latitude: CLLocationDegrees, longitude: CLLocationDegrees) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DMake(
    _ latitude: CLLocationDegrees,
    _ longitude: CLLocationDegrees
) -> CLLocationCoordinate2D {
    CLLocationCoordinate2D(latitude: latitude, longitude: longitude)
}

// swift-format-ignore: AlwaysUseLowerCamelCase
public func CLLocationCoordinate2DIsValid(_ coordinate: CLLocationCoordinate2D) -> Bool {
    Coordinate(coordinate) != nil
}

extension CLLocationCoordinate2D {
    init(_ coordinate: Coordinate) {
        self.init(latitude: coordinate.latitudeDegrees, longitude: coordinate.longitudeDegrees)
    }
}

extension Coordinate {
    init?(_ coordinate: CLLocationCoordinate2D) {
        self.init(latitudeDegrees: coordinate.latitude, longitudeDegrees: coordinate.longitude)
    }
}

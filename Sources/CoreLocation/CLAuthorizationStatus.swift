// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import LocationModel

/// The decision of the person or the administrator about the app.
public enum CLAuthorizationStatus: Int32, Hashable, Sendable {
    case notDetermined = 0

    /// The administrator forbids it, and the person cannot change that.
    case restricted = 1

    /// The person said no, or location services are switched off.
    case denied = 2
    case authorizedAlways = 3
    case authorizedWhenInUse = 4

    /// At any time; the older name on macOS.
    public static var authorized: CLAuthorizationStatus { .authorizedAlways }
}

/// The accuracy that the app is authorized for.
public enum CLAccuracyAuthorization: Int, Hashable, Sendable {
    /// The accuracy of the receivers.
    case fullAccuracy = 0

    /// An area some kilometres wide.
    case reducedAccuracy = 1
}

/// The activity for which the app follows the location; it decides how soon updates pause at rest.
public enum CLActivityType: Int, Hashable, Sendable {
    case other = 1
    case automotiveNavigation = 2
    case fitness = 3
    case otherNavigation = 4
    case airborne = 5

    /// On the water, also at anchor; the service treats it like ``otherNavigation``.
    case maritime = 6
}

/// A side of a device; see ``CLLocationManager/headingOrientation``.
public enum CLDeviceOrientation: Int32, Hashable, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    case landscapeLeft = 3
    case landscapeRight = 4
    case faceUp = 5
    case faceDown = 6
}

extension CLAuthorizationStatus {
    init(_ status: AuthorizationStatus) {
        self =
            switch status {
            case .notDetermined: .notDetermined
            case .restricted: .restricted
            case .denied: .denied
            case .authorizedWhenInUse: .authorizedWhenInUse
            case .authorizedAlways: .authorizedAlways
            }
    }
}

extension LocationActivity {
    init(_ type: CLActivityType) {
        self =
            switch type {
            case .other: .other
            case .automotiveNavigation: .automotive
            case .fitness: .fitness
            case .otherNavigation, .maritime: .otherNavigation
            case .airborne: .airborne
            }
    }
}

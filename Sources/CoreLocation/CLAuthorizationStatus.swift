import LocationModel

/// What a person or the administrator decided about the app.
public enum CLAuthorizationStatus: Int32, Hashable, Sendable {
    /// The person has not decided yet.
    case notDetermined = 0

    /// The administrator forbids it, and the person cannot change that.
    case restricted = 1

    /// The person said no, or location services are switched off.
    case denied = 2

    /// At any time.
    case authorizedAlways = 3

    /// While the app is in use.
    case authorizedWhenInUse = 4
}

/// How exactly the app may know the location.
public enum CLAccuracyAuthorization: Int, Hashable, Sendable {
    /// As exactly as the receivers.
    case fullAccuracy = 0

    /// An area some kilometres wide.
    case reducedAccuracy = 1
}

/// What the app follows the location for, which decides how soon updates pause at rest.
public enum CLActivityType: Int, Hashable, Sendable {
    /// None of the others.
    case other = 1

    /// Navigation of a car.
    case automotiveNavigation = 2

    /// Sport on foot or by bicycle.
    case fitness = 3

    /// Navigation of another vehicle, such as a boat or train.
    case otherNavigation = 4

    /// Flight.
    case airborne = 5
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

    var isAuthorized: Bool { self == .authorizedAlways || self == .authorizedWhenInUse }
}

extension LocationActivity {
    init(_ type: CLActivityType) {
        self =
            switch type {
            case .other: .other
            case .automotiveNavigation: .automotive
            case .fitness: .fitness
            case .otherNavigation: .otherNavigation
            case .airborne: .airborne
            }
    }
}

/// Something that limits or explains what an app's stream gets, besides its values.
@nonexhaustive public enum LiveDiagnostic: String, Hashable, Codable, Sendable, CaseIterable, Comparable {
    /// The person has not decided about the app, and is not being asked.
    case authorizationNotDetermined

    /// The person is being asked.
    case authorizationRequestInProgress

    /// The person denied it, or location services are off.
    case authorizationDenied

    /// Location services are off.
    case authorizationDeniedGlobally

    /// The administrator forbids it; nobody else can change that.
    case authorizationRestricted
    /// The person has paused the location of all apps for a while.
    case pausedByPerson

    /// The app may always know only once the person agrees, and only when in use until then.
    case alwaysAuthorizationDenied

    /// The app is not in use: a host reports that its windows are hidden.
    case insufficientlyInUse

    /// The app's manifest requires a service session, and the app holds none.
    case serviceSessionRequired

    /// The accuracy is reduced: the location is an area, told at most four times an hour, and there is neither a heading nor a beacon.
    case accuracyLimited

    /// The app asked for full accuracy, which it does not have.
    case fullAccuracyDenied
    case locationUnavailable
    case headingUnavailable

    /// Nobody can listen for beacons now.
    case beaconsUnavailable

    /// The machine rests: this is the last update until it moves.
    case stationary

    /// Orders by declaration.
    public static func < (left: LiveDiagnostic, right: LiveDiagnostic) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// A condition that limits or explains the values of an app's stream.
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

    /// The person has not agreed to the always authorization; until then the app is authorized when in use.
    case alwaysAuthorizationDenied

    /// The app is not in use: a host reports that its windows are hidden.
    case insufficientlyInUse

    /// The app's manifest requires a service session, and the app holds none.
    case serviceSessionRequired

    /// The accuracy is reduced: the app gets an area at most four times an hour, and no heading or beacons.
    case accuracyLimited

    /// The app asked for full accuracy, which it does not have.
    case fullAccuracyDenied
    case locationUnavailable
    case headingUnavailable

    /// No program can listen for beacons now.
    case beaconsUnavailable

    /// The machine rests: this is the last update until it moves.
    case stationary

    /// Orders by declaration.
    public static func < (left: LiveDiagnostic, right: LiveDiagnostic) -> Bool { left.rank < right.rank }

    private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The reason why an app gets no location.
@nonexhaustive public enum AbsenceReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// The person has not decided about this app yet.
    case notDetermined

    /// The administrator forbids it; nobody else can change that.
    case restricted
    case denied
    case servicesOff

    /// The person has paused the location of all apps; the text says until when.
    case pausedByPerson

    /// A host reports that the app's windows are hidden.
    case insufficientlyInUse

    /// The app's manifest requires a service session, and the app holds none.
    case serviceSessionRequired

    /// The app may know the location, but no receiver provided one in time.
    case locationUnknown

    /// Creates the reason that weighs most; `nil` if no diagnostic says why there is no location.
    package init?(_ diagnostics: some Sequence<LiveDiagnostic>) {
        guard let reason = diagnostics.sorted().compactMap(\.absenceReason).last else { return nil }
        self = reason
    }
}

extension LiveDiagnostic {
    /// The reason for which a stream with it gets no location; `nil` if it only limits, or concerns another value.
    fileprivate var absenceReason: AbsenceReason? {
        switch self {
        case .authorizationNotDetermined, .authorizationRequestInProgress: .notDetermined
        case .authorizationDenied: .denied
        case .authorizationDeniedGlobally: .servicesOff
        case .authorizationRestricted: .restricted
        case .pausedByPerson: .pausedByPerson
        case .insufficientlyInUse: .insufficientlyInUse
        case .serviceSessionRequired: .serviceSessionRequired
        case .locationUnavailable: .locationUnknown
        case .alwaysAuthorizationDenied, .accuracyLimited, .fullAccuracyDenied, .headingUnavailable,
            .beaconsUnavailable, .stationary:
            nil
        }
    }
}

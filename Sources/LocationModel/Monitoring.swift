// The words of monitoring, shared by the engine, the wire and the store.

/// A service that an app can monitor, also while it does not run.
@nonexhaustive public enum MonitoredService: String, Hashable, Codable, Sendable, CaseIterable {
    case significantChanges

    /// Visits: stays of some minutes at one place.
    case visits
}

/// A kind of monitoring event; the newest of each kind, and of each region, waits for an app.
package enum MonitorEventKind: String, Hashable, Codable, Sendable, CaseIterable {
    case significantChange
    case arrival
    case departure

    /// The machine entered or left a region.
    case region
}

/// The state of a monitored region: whether the machine is in it.
@nonexhaustive public enum RegionState: String, Hashable, Codable, Sendable, CaseIterable {
    case satisfied
    case unsatisfied
    /// Nothing is known yet.
    case unknown

    /// The region is not monitored now; the diagnostics say why.
    case unmonitored
}

/// A condition that keeps events from an app, or limits them.
@nonexhaustive public enum MonitoringDiagnostic: String, Hashable, Codable, Sendable, CaseIterable {
    /// The person has not decided about the app yet, and is not being asked.
    case authorizationNotDetermined

    /// The person is being asked.
    case authorizationRequestInProgress

    /// The person denied it, or location services are switched off.
    case authorizationDenied

    /// Location services are switched off.
    case authorizationDeniedGlobally

    /// The administrator forbids it; nobody else can change that.
    case authorizationRestricted

    /// The person has paused the location of all apps for a while: no app learns of events meanwhile.
    case pausedByPerson

    /// The app is authorized when in use, but it does not run, or a host reports that its windows are hidden.
    case insufficientlyInUse

    /// The app is authorized only when in use: events at other times are not kept for it.
    case alwaysAuthorizationDenied

    /// The app's manifest requires a service session, and the app holds none: events wait until it does.
    case serviceSessionRequired
    case accuracyLimited

    /// No receiver can give a position: none is configured, or none can be reached.
    case locationUnavailable

    /// The app monitors beacons, and no program can listen for them.
    case beaconsUnavailable
}

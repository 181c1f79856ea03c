// The words of monitoring, which the engine, the wire and the store have in common.

/// A service that an app can monitor, also while it does not run.
@nonexhaustive public enum MonitoredService: String, Hashable, Codable, Sendable, CaseIterable {
    case significantChanges

    /// Visits: stays of some minutes at one place.
    case visits
}

/// A kind of event that monitoring makes; of each, and of each region, the newest waits for an app.
package enum MonitorEventKind: String, Hashable, Codable, Sendable, CaseIterable {
    case significantChange
    case arrival
    case departure

    /// The machine entered or left a region.
    case region
}

/// Whether the machine is in a region.
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

    /// The person has paused the location of all apps for a while: what happens meanwhile is told to none.
    case pausedByPerson

    /// The app may know while it is in use, and a host reports that its windows are hidden, or it does not run.
    case insufficientlyInUse

    /// The app may know only while it is in use: what happens at other times is not kept for it.
    case alwaysAuthorizationDenied

    /// The app's manifest requires a service session, and the app holds none: events wait until it does.
    case serviceSessionRequired
    case accuracyLimited

    /// No receiver can give a position: none is configured, or none can be reached.
    case locationUnavailable

    /// The app monitors beacons, and nobody can listen for them.
    case beaconsUnavailable
}

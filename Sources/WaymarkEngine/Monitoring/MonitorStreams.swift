package import LocationModel

/// The services that an app monitors, and what keeps their events from it.
package struct MonitorState: Hashable, Sendable {
    package var services: [MonitoredService]
    package var regionCount: Int

    /// The conditions that keep events from the app or limit them, in the order of their declaration.
    package var diagnostics: [MonitoringDiagnostic]

    /// The last known place, if the app monitors significant changes and may know now.
    package var place: MonitoredPlace?

    /// The visit that still lasts, if the app monitors visits and may know now.
    package var visit: Visit?

    /// The anchor that the app watches, with its place only if the app may know now.
    package var anchor: AnchorStatus?

    /// The verdict on the receiver, unless it is trusted, if the app may know the exact location now.
    package var trust: Trust?

    private static let withdrawing: Set<MonitoringDiagnostic> = [
        .authorizationDenied, .authorizationRestricted, .authorizationNotDetermined,
        .authorizationRequestInProgress, .accuracyLimited, .pausedByPerson,
    ]

    /// Whether events that the app has yet to read are withdrawn when it is told the state.
    ///
    /// The app may later read what it could know at the time, but not while the person forbids it. Under
    /// reduced accuracy, one of them may have an exact place.
    package var withdrawsEvents: Bool { !Self.withdrawing.isDisjoint(with: diagnostics) }
}

package enum MonitorStreamEvent: Hashable, Sendable {
    /// The state: first, and whenever the services, the diagnostics or the right to know have changed.
    case state(MonitorState)

    /// An event, with the name of its region if it has one.
    case event(MonitorEvent, region: RegionName? = nil)
}

/// A stream on which an app follows what it monitors, and what it was told.
struct MonitorStream: Equatable, Sendable {
    struct Condition: Equatable {
        /// The state without what may change at any time.
        var state: MonitorState
        var mayKnow: Bool
        var accuracy: AccuracyAuthorization
    }

    let app: AppKey

    /// The condition that it was told last; a change of it is told.
    var told: Condition?
    var sent: Set<MonitorEventIdentifier> = []

    /// Returns whether a waiting event is to be sent on it.
    ///
    /// Of many regions, some follow each time that the app acknowledges one, so that its stream is never
    /// full.
    func takes(_ event: MonitorEvent) -> Bool {
        !sent.contains(event.identifier) && (event.kind != .region || sent.count < Self.regionsAtOnce)
    }

    /// The most events that it is sent before the app has acknowledged some, if any of them is of a region.
    static let regionsAtOnce = 32
}

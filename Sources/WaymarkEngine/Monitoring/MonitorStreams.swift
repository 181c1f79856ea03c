package import LocationModel

/// The services that an app monitors, and what keeps their events from it.
package struct MonitorState: Hashable, Sendable {
    /// The services, in the order of their declaration.
    package var services: [MonitoredService]
    package var regionCount: Int

    /// The conditions that keep events from the app or limit them, in the order of their declaration.
    package var diagnostics: [MonitoringDiagnostic]

    /// The last known place, if the app monitors significant changes and may know now.
    package var place: MonitoredPlace?

    /// The visit that lasts, if the app monitors visits and may know now.
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
    /// What it could know when it happened it may read later, but not while the person forbids it. Under reduced accuracy,
    /// one of them may have an exact place.
    package var withdrawsEvents: Bool { !Self.withdrawing.isDisjoint(with: diagnostics) }
}

package enum MonitorStreamEvent: Hashable, Sendable {
    /// The state: first, and whenever the services, the diagnostics or the right to know have changed.
    case state(MonitorState)
    case event(MonitorEvent)

    /// A region was entered or left, or is in a state that the app did not assume.
    case region(RegionEvent, RegionName)
}

/// The streams of apps that follow what they monitor, and until when events are held.
struct MonitorStreams: Hashable, Sendable {
    /// The conditions that a stream was told of last; a change of them is told.
    struct Condition: Hashable {
        var services: [MonitoredService]
        var diagnostics: [MonitoringDiagnostic]
        var mayKnow: Bool
        var accuracy: AccuracyAuthorization
        var anchor: AnchorStatus.News?
        var trust: Trust?
    }

    private struct Stream: Hashable {
        var app: AppKey
        var told: Condition?
        var sent: [MonitorEventKind: MonitorEventIdentifier] = [:]
    }

    /// The age at which a held event is dropped.
    static let longestHeld: Duration = .seconds(3600)

    private var streams: [SessionIdentifier: Stream] = [:]

    /// The time when the oldest held event of each app is dropped.
    var heldUntil = PriorityQueue<AppKey, MonotonicInstant>()

    mutating func open(_ session: SessionIdentifier, _ app: AppKey) { streams[session] = Stream(app: app) }

    /// Forgets a stream that ended, and returns its app.
    mutating func end(_ session: SessionIdentifier) -> AppKey? {
        streams.removeValue(forKey: session)?.app
    }

    var connectedApps: Set<AppKey> { Set(streams.values.map(\.app)) }

    /// Records the condition told to a stream, and returns whether it is news.
    mutating func setTold(_ condition: Condition, for session: SessionIdentifier) -> Bool {
        guard streams[session]?.told != condition else { return false }
        streams[session]?.told = condition
        return true
    }

    /// Records an event sent to a stream, and returns whether it was not sent before.
    mutating func setSent(_ event: MonitorEvent, to session: SessionIdentifier) -> Bool {
        guard streams[session]?.sent[event.kind] != event.identifier else { return false }
        streams[session]?.sent[event.kind] = event.identifier
        return true
    }

    /// Forgets what a stream was sent, so that it is sent again what still waits.
    mutating func forgetSent(to session: SessionIdentifier) { streams[session]?.sent = [:] }
}

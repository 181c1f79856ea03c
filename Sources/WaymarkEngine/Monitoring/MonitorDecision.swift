package import LocationModel

/// A decision about what an app monitors.
package enum MonitorDecision: Hashable, Sendable {
    /// The app monitors a service from now on.
    case started(MonitoredService)

    /// The app no longer monitors a service.
    case stopped(MonitoredService, MonitorEnd)

    /// The app monitors a region from now on.
    case regionAdded(RegionName)

    /// The app no longer monitors a region.
    case regionRemoved(RegionName)

    /// The machine is on the other side of a region's edge, or the first state of the region is known.
    ///
    /// The latest fix is `edgeMeters` outside, or inside if negative; every fix agreed for `heldFor`.
    case crossed(RegionName, isInside: Bool, edgeMeters: Double, heldFor: Duration)

    /// The machine is in a region around beacons: this one was heard.
    case beaconHeard(RegionName, BeaconIdentity)

    /// The machine is not in a region around beacons: none of them was heard for so long.
    case beaconsSilent(RegionName, for: Duration)

    /// The app follows its events on a stream.
    case streamOpened(SessionIdentifier)

    /// A stream ended.
    case streamEnded(SessionIdentifier)

    /// An event was made; it is kept until the app acknowledges it.
    case made(MonitorEventKind, MonitorEventIdentifier, Ground)

    /// An event was made and is held until the person confirms that the app may always know.
    case held(MonitorEventKind, MonitorEventIdentifier)

    /// The person has confirmed it: a held event waits for the app.
    case released(MonitorEventKind, MonitorEventIdentifier)

    /// An event gave way to a newer one of its kind.
    case replaced(MonitorEventKind, MonitorEventIdentifier, by: MonitorEventIdentifier)

    /// No event is made for the app.
    case refused(MonitorEventKind, [MonitoringDiagnostic])

    /// An event that waited was deleted.
    case dropped(MonitorEventKind, MonitorEventIdentifier, MonitorEventDrop)

    /// An event was sent on the app's streams.
    case sent(MonitorEventKind, MonitorEventIdentifier, streams: Int, accuracyMeters: Double?)

    /// The app has acknowledged an event, which is deleted.
    case acknowledged(MonitorEventKind, MonitorEventIdentifier, after: Duration)

    /// The machine has stayed at a place long enough: a visit, whose arrival may be unknown.
    case arrived(ago: Duration?)

    /// The machine has left a visited place.
    case departed(stayed: Duration?)

    /// Whether the decision tells how the machine moved.
    var tellsOfMovement: Bool {
        switch self {
        case .made, .held, .replaced, .refused, .arrived, .departed, .crossed, .beaconHeard, .beaconsSilent:
            true
        case .started, .stopped, .regionAdded, .regionRemoved, .streamOpened, .streamEnded, .released,
            .dropped, .sent, .acknowledged:
            false
        }
    }
}

/// The reason why an app no longer monitors a service.
package enum MonitorEnd: Hashable, Sendable {
    /// The app, or somebody for it, asked for that.
    case asked

    /// The decisions about the app were reset.
    case reset
}

/// The reason why an event is deleted that no app has acknowledged.
package enum MonitorEventDrop: Hashable, Sendable {
    /// The app may not know the location any more.
    case unauthorized

    /// The person did not confirm that the app may always know.
    case alwaysRefused

    /// It was held for too long.
    case tooOld(Duration)

    /// The app no longer monitors the service.
    case stopped
}

package import LocationModel

package enum MonitorDecision: Hashable, Sendable {
    /// The app asks to monitor a service, whether or not it may.
    case started(MonitoredService)

    /// The app no longer monitors a service.
    case stopped(MonitoredService, MonitorEnd)

    /// The app asks to monitor a region, whether or not it may.
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
    case streamOpened(SessionIdentifier)
    case streamEnded(SessionIdentifier)

    /// An event was made; it is kept until the app acknowledges it.
    case made(MonitorEventKind, MonitorEventIdentifier, Ground)

    /// An event was made and is held until the person confirms that the app may always know.
    case held(MonitorEventKind, MonitorEventIdentifier)

    /// The person has confirmed it: a held event waits for the app.
    case released(MonitorEventKind, MonitorEventIdentifier)

    /// An event gave way to a newer one of its kind.
    case replaced(MonitorEventKind, MonitorEventIdentifier, by: MonitorEventIdentifier)
    case refused(MonitorEventKind, [MonitoringDiagnostic])
    case dropped(MonitorEventKind, MonitorEventIdentifier, MonitorEventDrop)
    case sent(MonitorEventKind, MonitorEventIdentifier, streams: Int, accuracyMeters: Double?)
    /// The app has acknowledged an event, which is deleted.
    case acknowledged(MonitorEventKind, MonitorEventIdentifier, after: Duration)

    /// The machine has stayed at a place long enough: a visit, whose arrival may be unknown.
    case arrived(ago: Duration?)

    /// The machine has left a visited place.
    case departed(stayed: Duration?)

    var tellsOfMovement: Bool {
        switch self {
        case .made, .held, .replaced, .refused, .arrived, .departed, .crossed, .beaconHeard, .beaconsSilent:
            true
        case .started, .stopped, .regionAdded, .regionRemoved, .streamOpened, .streamEnded, .released,
            .dropped, .sent, .acknowledged:
            false
        }
    }

    enum Name: String, CaseIterable {
        case monitoringStarted, monitoringStopped, regionAdded, regionRemoved, regionEntered
        case regionLeft, beaconHeard, beaconsSilent, monitorConnected, monitorDisconnected
        case monitorEvent, monitorEventHeld, monitorEventReleased, monitorEventReplaced, monitorEventRefused
        case monitorEventDropped, monitorEventSent, monitorEventAcknowledged, visitBegan, visitEnded
    }

    var name: Name {
        switch self {
        case .started: .monitoringStarted
        case .stopped: .monitoringStopped
        case .regionAdded: .regionAdded
        case .regionRemoved: .regionRemoved
        case .crossed(_, let isInside, _, _): isInside ? .regionEntered : .regionLeft
        case .beaconHeard: .beaconHeard
        case .beaconsSilent: .beaconsSilent
        case .streamOpened: .monitorConnected
        case .streamEnded: .monitorDisconnected
        case .made: .monitorEvent
        case .held: .monitorEventHeld
        case .released: .monitorEventReleased
        case .replaced: .monitorEventReplaced
        case .refused: .monitorEventRefused
        case .dropped: .monitorEventDropped
        case .sent: .monitorEventSent
        case .acknowledged: .monitorEventAcknowledged
        case .arrived: .visitBegan
        case .departed: .visitEnded
        }
    }

    var text: String {
        switch self {
        case .started(let service): "asks to monitor \(service.text)"
        case .stopped(let service, let end): "no longer monitors \(service.text): \(end.text)"
        case .regionAdded(let region): "asks to monitor \(region.text)"
        case .regionRemoved(let region): "no longer monitors \(region.text)"
        case .crossed(let region, let isInside, let edge, let held):
            "\(isInside ? "inside" : "outside") \(region.text): the latest fix is "
                + "\(meters(abs(edge).rounded())) \(edge < 0 ? "inside" : "outside"), "
                + (held > .zero ? "and none has said otherwise for \(held.words)" : "beyond doubt")
        case .beaconHeard(let region, let beacon): "inside \(region.text): beacon \(beacon.text) was heard"
        case .beaconsSilent(let region, let duration):
            "outside \(region.text): none of its beacons was heard for \(duration.words)"
        case .streamOpened(let session): "the app follows what it monitors as \(session), and is in use"
        case .streamEnded(let session): "the app's stream \(session) of what it monitors ended"
        case .made(let kind, let event, let ground):
            "\(event), \(kind.text), waits until the app acknowledges it: \(ground.monitoringText)"
        case .held(let kind, let event):
            "\(event), \(kind.text), is held: the person has not confirmed yet that the app may always know"
        case .released(let kind, let event):
            "\(event), \(kind.text), is held no longer: the person has confirmed that the app may always know"
        case .replaced(let kind, let event, let newer):
            "\(event), \(kind.text), gives way to the newer \(newer)"
        case .refused(let kind, let diagnostics):
            "no event of \(kind.text): \(diagnostics.map(\.text).joined(separator: ", "))"
        case .dropped(let kind, let event, let reason): "\(event), \(kind.text), is deleted: \(reason.text)"
        case .sent(let kind, let event, let streams, let accuracy):
            // An event of a region tells no place.
            "\(event), \(kind.text), is sent on \(streams) \(streams == 1 ? "stream" : "streams")"
                + (accuracy.map { ", accurate to \(meters($0.rounded(.up)))" }
                    ?? (kind == .region ? "" : ", of unknown accuracy"))
        case .acknowledged(let kind, let event, let elapsed):
            "\(event), \(kind.text), is acknowledged after \(elapsed.words) and deleted"
        case .arrived(let elapsed?): "a visit began \(elapsed.words) ago: the machine has stayed since"
        case .arrived(nil): "a visit: the machine has stayed here, since when is unknown"
        case .departed(let stayed?): "a visit of \(stayed.words) ended"
        case .departed(nil): "a visit ended, of unknown length"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .started(let service): ["service": .word(service.rawValue)]
        case .stopped(let service, let end):
            ["service": .word(service.rawValue), "cause": .word(end.rawValue)]
        case .regionAdded(let region), .regionRemoved(let region): region.evidence
        case .crossed(let region, _, let edge, let held):
            region.evidence.merging([
                "edgeMeters": .number(edge.rounded()), "heldSeconds": .number(held.inSeconds),
            ]) { $1 }
        case .beaconHeard(let region, let beacon):
            region.evidence.merging(["beacon": .word(beacon.text)]) { $1 }
        case .beaconsSilent(let region, let duration):
            region.evidence.merging(["silentSeconds": .number(duration.inSeconds)]) { $1 }
        case .streamOpened(let session), .streamEnded(let session): ["session": .word(session.description)]
        case .made(let kind, let event, let ground):
            evidence(of: kind, event).merging(["ground": .word(ground.rawValue)]) { $1 }
        case .held(let kind, let event), .released(let kind, let event): evidence(of: kind, event)
        case .replaced(let kind, let event, let newer):
            evidence(of: kind, event).merging(["by": .word(newer.description)]) { $1 }
        case .refused(let kind, let diagnostics):
            [
                "kind": .word(kind.rawValue),
                "diagnostics": .word(diagnostics.map(\.rawValue).joined(separator: " ")),
            ]
        case .dropped(let kind, let event, let reason):
            evidence(of: kind, event).merging(reason.evidence) { $1 }
        case .sent(let kind, let event, let streams, let accuracy):
            evidence(of: kind, event)
                .merging(["streams": .number(Double(streams))]) { $1 }
                .merging(accuracy.map { ["accuracyMeters": .number($0)] } ?? [:]) { $1 }
        case .acknowledged(let kind, let event, let elapsed):
            evidence(of: kind, event).merging(["elapsedSeconds": .number(elapsed.inSeconds)]) { $1 }
        case .arrived(let elapsed): elapsed.map { ["elapsedSeconds": .number($0.inSeconds)] } ?? [:]
        case .departed(let stayed): stayed.map { ["stayedSeconds": .number($0.inSeconds)] } ?? [:]
        }
    }

    private func evidence(
        of kind: MonitorEventKind,
        _ event: MonitorEventIdentifier
    ) -> [String: EvidenceValue] {
        ["kind": .word(kind.rawValue), "event": .word(event.description)]
    }
}

/// The reason why an app no longer monitors a service.
package enum MonitorEnd: String, Hashable, Sendable {
    case asked

    /// The decisions about the app were reset.
    case reset

    var text: String {
        switch self {
        case .asked: "that was asked for"
        case .reset: "the decisions about the app were reset"
        }
    }
}

/// The reason why an event is deleted that no app has acknowledged.
package enum MonitorEventDrop: Hashable, Sendable {
    /// The app may not know the location any more.
    case unauthorized

    /// The person did not confirm that the app may always know.
    case alwaysRefused
    case tooOld(Duration)

    /// The app no longer monitors the service.
    case stopped

    fileprivate var text: String {
        switch self {
        case .unauthorized: "the app may not know the location any more"
        case .alwaysRefused: "the person did not confirm that the app may always know"
        case .tooOld(let age): "it was held for \(age.words), which is too long"
        case .stopped: "the app no longer monitors that"
        }
    }

    fileprivate var evidence: [String: EvidenceValue] {
        switch self {
        case .unauthorized: ["cause": .word("unauthorized")]
        case .alwaysRefused: ["cause": .word("alwaysRefused")]
        case .tooOld(let age): ["cause": .word("tooOld"), "ageSeconds": .number(age.inSeconds)]
        case .stopped: ["cause": .word("stopped")]
        }
    }
}

extension RegionName {
    fileprivate var text: String { "region \(identifier) of \(monitor)" }

    fileprivate var evidence: [String: EvidenceValue] {
        ["monitor": .word(monitor.rawValue), "region": .word(identifier.rawValue)]
    }
}

extension MonitoredService {
    package var text: String {
        switch self {
        case .significantChanges: "significant changes"
        case .visits: "visits"
        }
    }
}

extension MonitorEventKind {
    package var text: String {
        switch self {
        case .significantChange: "a significant change"
        case .arrival: "an arrival"
        case .departure: "a departure"
        case .region: "a region entered or left"
        }
    }
}

extension MonitoringDiagnostic {
    package var text: String {
        switch self {
        case .authorizationNotDetermined: "the person has not decided about the app yet"
        case .authorizationRequestInProgress: "the person is being asked"
        case .authorizationDenied: "the app may not know the location"
        case .authorizationDeniedGlobally: "location services are off"
        case .authorizationRestricted: "the administrator forbids it"
        case .pausedByPerson: "the person has paused the location of all apps"
        case .insufficientlyInUse: "the app is not in use"
        case .alwaysAuthorizationDenied: "the app may know only while it is in use"
        case .serviceSessionRequired: "the app's manifest requires a service session, and it holds none"
        case .accuracyLimited: "the app has reduced accuracy"
        case .locationUnavailable: "no receiver can give a position"
        case .beaconsUnavailable: "nobody can listen for beacons"
        }
    }
}

extension Ground {
    fileprivate var monitoringText: String {
        switch self {
        case .always: "the app may always know the location"
        case .appInUse, .backgroundSession, .inView, .inUseWindow, .sharedOnce: "the app is in use"
        }
    }
}

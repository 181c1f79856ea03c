package import LocationModel
package import Regions

package enum MonitorDecision: Hashable, Sendable, ComponentDecision {
    /// The app asks to monitor a service, whether or not it may.
    case monitoringStarted(service: MonitoredService)
    case monitoringStopped(service: MonitoredService, cause: MonitorEnd)

    /// The app asks to monitor a region, whether or not it may.
    case regionAdded(RegionName)
    case regionRemoved(RegionName)

    /// The machine has crossed a region's edge, or the first state of the region is known.
    case crossed(RegionName, isInside: Bool, RegionCrossing.Evidence)
    case monitorConnected(SessionIdentifier)
    case monitorDisconnected(SessionIdentifier)

    /// Something happened for which no event was made.
    case monitorEventRefused(kind: MonitorEventKind, diagnostics: [MonitoringDiagnostic])
    case event(kind: MonitorEventKind, event: MonitorEventIdentifier, MonitorEventStep)

    /// The machine has stayed at a place long enough: a visit, whose arrival may be unknown.
    case visitBegan(elapsed: Duration?)
    case visitEnded(stayed: Duration?)

    static let names = [
        "monitoringStarted", "monitoringStopped", "regionAdded", "regionRemoved", "regionEntered",
        "regionLeft", "beaconHeard", "beaconsSilent", "monitorConnected", "monitorDisconnected",
        "monitorEvent", "monitorEventHeld", "monitorEventReleased", "monitorEventReplaced",
        "monitorEventRefused", "monitorEventDropped", "monitorEventSent", "monitorEventAcknowledged",
        "visitBegan", "visitEnded",
    ]

    var tellsOfMovement: Bool {
        switch self {
        case .monitorEventRefused, .visitBegan, .visitEnded, .crossed, .event(_, _, .made),
            .event(_, _, .held), .event(_, _, .replaced):
            true
        case .monitoringStarted, .monitoringStopped, .regionAdded, .regionRemoved, .monitorConnected,
            .monitorDisconnected, .event(_, _, .released), .event(_, _, .dropped), .event(_, _, .sent),
            .event(_, _, .acknowledged):
            false
        }
    }

    var name: String {
        switch self {
        case .crossed(_, let isInside, .fixes): isInside ? "regionEntered" : "regionLeft"
        case .crossed(_, _, .heard): "beaconHeard"
        case .crossed(_, _, .silent): "beaconsSilent"
        case .event(_, _, .made): "monitorEvent"
        case .event(_, _, .held): "monitorEventHeld"
        case .event(_, _, .released): "monitorEventReleased"
        case .event(_, _, .replaced): "monitorEventReplaced"
        case .event(_, _, .dropped): "monitorEventDropped"
        case .event(_, _, .sent): "monitorEventSent"
        case .event(_, _, .acknowledged): "monitorEventAcknowledged"
        default: caseName(of: self)
        }
    }

    var text: String {
        switch self {
        case .monitoringStarted(let service): "asks to monitor \(service.text)"
        case .monitoringStopped(let service, let end): "no longer monitors \(service.text): \(end.text)"
        case .regionAdded(let region): "asks to monitor \(region.text)"
        case .regionRemoved(let region): "no longer monitors \(region.text)"
        case .crossed(let region, let isInside, .fixes(let edge, let held)):
            "\(isInside ? "inside" : "outside") \(region.text): the latest fix is "
                + "\(meters(abs(edge).rounded())) \(edge < 0 ? "inside" : "outside"), "
                + (held > .zero ? "and none has said otherwise for \(held.words)" : "beyond doubt")
        case .crossed(let region, _, .heard(let beacon)):
            "inside \(region.text): beacon \(beacon.text) was heard"
        case .crossed(let region, _, .silent(let duration)):
            "outside \(region.text): none of its beacons was heard for \(duration.words)"
        case .monitorConnected(let session): "the app follows what it monitors as \(session), and is in use"
        case .monitorDisconnected(let session): "the app's stream \(session) of what it monitors ended"
        case .monitorEventRefused(let kind, let diagnostics):
            "no event of \(kind.text): \(diagnostics.map(\.text).joined(separator: ", "))"
        case .event(let kind, let event, let step): "\(event), \(kind.text), \(step.text(of: kind))"
        case .visitBegan(let elapsed?): "a visit began \(elapsed.words) ago: the machine has stayed since"
        case .visitBegan(nil): "a visit: the machine has stayed here, since when is unknown"
        case .visitEnded(let stayed?): "a visit of \(stayed.words) ended"
        case .visitEnded(nil): "a visit ended, of unknown length"
        }
    }

    var evidence: [String: EvidenceValue] {
        switch self {
        case .crossed(let region, _, .fixes(let edge, let held)):
            region.evidence.merging([
                "edgeMeters": .number(edge.rounded()), "heldSeconds": .number(held.inSeconds),
            ]) { $1 }
        case .crossed(let region, _, .heard(let beacon)):
            region.evidence.merging(["beacon": .word(beacon.text)]) { $1 }
        case .crossed(let region, _, .silent(let duration)):
            region.evidence.merging(["silentSeconds": .number(duration.inSeconds)]) { $1 }
        default: carriedEvidence
        }
    }
}

package enum MonitorEventStep: Hashable, Sendable, Evidential {
    /// It was made, and is kept until the app acknowledges it.
    case made(ground: Ground)

    /// It was made, and is held until the person confirms that the app may always know.
    case held

    /// The person has confirmed it: the held event waits for the app.
    case released
    case replaced(by: MonitorEventIdentifier)
    case dropped(cause: MonitorEventDrop)
    case sent(streams: Int, accuracyMeters: Double?)

    case acknowledged(elapsed: Duration)

    fileprivate func text(of kind: MonitorEventKind) -> String {
        switch self {
        case .made(let ground): "waits until the app acknowledges it: \(ground.monitoringText)"
        case .held: "is held: the person has not confirmed yet that the app may always know"
        case .released: "is held no longer: the person has confirmed that the app may always know"
        case .replaced(let newer): "gives way to the newer \(newer)"
        case .dropped(let reason): "is deleted: \(reason.text)"
        case .sent(let streams, let accuracy):
            // An event of a region tells no place.
            "is sent on \(streams) \(streams == 1 ? "stream" : "streams")"
                + (accuracy.map { ", accurate to \(meters($0.rounded(.up)))" }
                    ?? (kind == .region ? "" : ", of unknown accuracy"))
        case .acknowledged(let elapsed): "is acknowledged after \(elapsed.words) and deleted"
        }
    }
}

package enum MonitorEnd: String, Hashable, Encodable, Sendable {
    case asked
    case reset

    var text: String {
        switch self {
        case .asked: "that was asked for"
        case .reset: "the decisions about the app were reset"
        }
    }
}

/// The reason why an event is deleted that no app has acknowledged.
package enum MonitorEventDrop: Hashable, Sendable, Evidential {
    case unauthorized
    case alwaysRefused
    case tooOld(age: Duration)

    case stopped

    fileprivate var text: String {
        switch self {
        case .unauthorized: "the app may not know the location any more"
        case .alwaysRefused: "the person did not confirm that the app may always know"
        case .tooOld(let age): "it was held for \(age.words), which is too long"
        case .stopped: "the app no longer monitors that"
        }
    }
}

extension RegionName: Evidential {
    fileprivate var text: String { "region \(identifier) of \(monitor)" }

    var evidence: [String: EvidenceValue] {
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

package import LocationModel

/// An element of a stream of locations: a location, or what explains its absence, or both.
package struct LocationUpdate: Hashable, Sendable {
    package var fix: Fix?

    /// The age of the location; zero without one.
    package var age: Duration = .zero

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []

    /// Why there is no location, if it is unavailable.
    package var cause: UnknownLocationCause?

    /// The end of the person's pause, if that is why there is no location.
    package var pausedUntil: UTCInstant?

    /// Whether an agent asks the person now; `nil` unless the person is being asked.
    package var hasAgent: Bool?
}

/// An element of a stream of headings: a heading, or what explains its absence.
package struct HeadingUpdate: Hashable, Sendable {
    package var heading: Heading?

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []
}

/// An element of a stream of beacons: those in range, or what explains that none can be told.
package struct BeaconUpdate: Hashable, Sendable {
    /// The beacons in range, the nearest first.
    package var beacons: [RangedBeacon] = []

    /// What limits the stream, in the order of declaration.
    package var diagnostics: [LiveDiagnostic] = []
}

package enum FollowerDecision: Hashable, Sendable {
    case follows(FollowRequest)

    /// The app follows the heading, told after turns of `filterDegrees`.
    case followsHeading(filterDegrees: Double)
    case followsBeacons(BeaconCondition)

    /// The stream gets values, exact or reduced; the radius is that of the first location.
    case given(AccuracyAuthorization, accuracyMeters: Double?)
    case withheld([LiveDiagnostic], UnknownLocationCause?)
    /// Updates pause: the machine has rested for `restedFor`.
    case paused(restedFor: Duration)

    /// Updates go on: the machine moves again after `after`.
    case resumed(after: Duration)
    case ended

    enum Name: String, CaseIterable {
        case followsLocation, followsHeading, followsBeacons, updatesGiven, updatesWithheld
        case updatesPaused, updatesResumed, followingEnded
    }

    var name: Name {
        switch self {
        case .follows: .followsLocation
        case .followsHeading: .followsHeading
        case .followsBeacons: .followsBeacons
        case .given: .updatesGiven
        case .withheld: .updatesWithheld
        case .paused: .updatesPaused
        case .resumed: .updatesResumed
        case .ended: .followingEnded
        }
    }

    /// The decision and its reasons for a person, after the stream.
    var text: String {
        switch self {
        case .follows(let request):
            (request.accuracy == .reduced ? "follows the area" : "follows the location")
                + (request.desiredAccuracyMeters.map { ", accurate to \(meters($0))" } ?? "")
                + (request.distanceFilterMeters.map { ", after each \(meters($0))" } ?? "")
                + (request.minimumInterval.map { ", at most each \($0.words)" } ?? "")
        case .followsHeading(let filter): "follows the heading, after each turn of \(filter)°"
        case .followsBeacons(let condition): "follows \(condition.text)"
        case .given(.full, let accuracy?):
            "gets updates, the first accurate to \(meters(accuracy.rounded(.up)))"
        case .given(.full, nil): "gets updates"
        case .given(.reduced, let radius?):
            "gets areas, the first with a radius of \(meters(radius.rounded(.up)))"
        case .given(.reduced, nil): "gets areas"
        case .withheld(let diagnostics, let cause):
            "gets no updates: \(LiveDiagnostic.text(diagnostics, cause))"
        case .paused(let duration):
            "gets no updates until the machine moves: it has rested for \(duration.words)"
        case .resumed(let duration):
            "gets updates again: the machine moves after a pause of \(duration.words)"
        case .ended: "has ended"
        }
    }

    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [:]
        switch self {
        case .follows(let request):
            evidence["accuracy"] = .word(request.accuracy.rawValue)
            evidence["activity"] = .word(request.activity.rawValue)
            evidence["desiredAccuracyMeters"] = request.desiredAccuracyMeters.map { .number($0) }
            evidence["distanceFilterMeters"] = request.distanceFilterMeters.map { .number($0) }
            evidence["minimumIntervalSeconds"] = request.minimumInterval.map { .number($0.inSeconds) }
        case .followsHeading(let filter): evidence["filterDegrees"] = .number(filter)
        case .followsBeacons(let condition): evidence["beacons"] = .word(condition.text)
        case .given(let accuracy, let meters):
            evidence["accuracy"] = .word(accuracy.rawValue)
            evidence["accuracyMeters"] = meters.map { .number($0) }
        case .withheld(let diagnostics, let cause):
            if let cause { evidence = RequestAbsence.locationUnknown(cause).evidence }
            evidence["diagnostics"] = .word(diagnostics.map(\.rawValue).joined(separator: " "))
        case .paused(let duration): evidence["restedSeconds"] = .number(duration.inSeconds)
        case .resumed(let duration): evidence["pausedSeconds"] = .number(duration.inSeconds)
        case .ended: break
        }
        return evidence
    }
}

extension LiveDiagnostic {
    package static func text(
        _ diagnostics: [LiveDiagnostic],
        _ cause: UnknownLocationCause? = nil,
        pausedUntil: UTCInstant? = nil
    ) -> String {
        diagnostics
            // That location services are off is the reason for the other.
            .filter { $0 != .authorizationDenied || !diagnostics.contains(.authorizationDeniedGlobally) }
            .map { diagnostic in
                if diagnostic == .pausedByPerson, let pausedUntil {
                    return "\(diagnostic.text) until \(pausedUntil)"
                }
                if diagnostic == .locationUnavailable, let cause {
                    return RequestAbsence.locationUnknown(cause).text
                }
                return diagnostic.text
            }
            .joined(separator: "; ")
    }

    private var text: String {
        switch self {
        case .authorizationNotDetermined: "the person has not decided about the app yet"
        case .authorizationRequestInProgress: "the person is being asked"
        case .authorizationDenied: "the person said no"
        case .authorizationDeniedGlobally: "location services are off"
        case .authorizationRestricted: "the administrator forbids it"
        case .pausedByPerson: "the person has paused the location of all apps"
        case .alwaysAuthorizationDenied: "the app may not always know"
        case .insufficientlyInUse: "the app's windows are hidden"
        case .serviceSessionRequired: "the app's manifest requires a service session, and it holds none"
        case .accuracyLimited: "the app's accuracy is reduced"
        case .fullAccuracyDenied: "the app does not have full accuracy"
        case .locationUnavailable: "no receiver gives a location"
        case .headingUnavailable: "no receiver gives a heading"
        case .beaconsUnavailable: "nobody can listen for beacons"
        case .stationary: "the machine rests"
        }
    }
}

/// An event on a stream of an app's locations, headings or beacons, or on that of a service session.
///
/// It is the same for all its recipients.
package enum FollowerEvent: Hashable, Sendable {
    case location(LocationUpdate)
    case heading(HeadingUpdate)

    /// The beacons in range, or what explains that none can be told.
    case beacons(BeaconUpdate)
    case serviceSession([LiveDiagnostic])
}

package import LocationModel

extension FollowerDecision {
    /// The name of the decision's kind, in one word for programs.
    var name: String {
        switch self {
        case .follows: "followsLocation"
        case .followsHeading: "followsHeading"
        case .followsBeacons: "followsBeacons"
        case .given: "updatesGiven"
        case .withheld: "updatesWithheld"
        case .paused: "updatesPaused"
        case .resumed: "updatesResumed"
        case .ended: "followingEnded"
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

    /// The evidence of the decision by name, for programs.
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
    /// Returns diagnostics for a person.
    package static func text(_ diagnostics: [LiveDiagnostic], _ cause: UnknownLocationCause? = nil) -> String
    {
        diagnostics
            .map { diagnostic in
                if diagnostic == .locationUnavailable, let cause {
                    return RequestAbsence.locationUnknown(cause).text
                }
                return diagnostic.text
            }
            .joined(separator: "; ")
    }

    /// The diagnostic for a person.
    private var text: String {
        switch self {
        case .authorizationNotDetermined: "the person has not decided about the app yet"
        case .authorizationRequestInProgress: "the person is being asked"
        case .authorizationDenied: "the person said no, or location services are off"
        case .authorizationDeniedGlobally: "location services are off"
        case .authorizationRestricted: "the administrator forbids it"
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

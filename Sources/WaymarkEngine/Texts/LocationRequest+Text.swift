import LocationModel

extension LocationRequestDecision {
    /// The name of the decision's kind, in one word for programs.
    var name: String {
        switch self {
        case .made: "locationRequested"
        case .given: "locationGiven"
        case .absent: "locationNotGiven"
        case .abandoned: "locationRequestAbandoned"
        }
    }

    /// The decision and its reasons for a person, after the request.
    var text: String {
        switch self {
        case .made(let request):
            "asks for a location\(request.desiredAccuracyMeters.map { " accurate to \(meters($0))" } ?? "")"
                + " and waits \(request.wait.words) at most"
        case .given(let wait, let age, let accuracy):
            "is given a location \(wait == .zero ? "at once" : "after \(wait.words)"), "
                + LocationOutcome.text(age: age, accuracyMeters: accuracy)
        case .absent(let absence): "is given no location: \(absence.text)"
        case .abandoned: "has ended: its client has disconnected"
        }
    }

    /// The evidence of the decision by name, for programs.
    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = [:]
        switch self {
        case .made(let request):
            evidence["deadlineSeconds"] = .number(request.wait.inSeconds)
            evidence["maximumAgeSeconds"] = .number(request.maximumAge.inSeconds)
            evidence["desiredAccuracyMeters"] = request.desiredAccuracyMeters.map { .number($0) }
        case .given(let wait, let age, let accuracy):
            evidence["waitedSeconds"] = .number(wait.inSeconds)
            evidence["ageSeconds"] = .number(age.inSeconds)
            evidence["accuracyMeters"] = accuracy.map { .number($0) }
        case .absent(let absence):
            evidence = absence.evidence
        case .abandoned: break
        }
        return evidence
    }
}

extension LocationOutcome {
    /// The outcome for a person.
    package var text: String {
        switch self {
        case .location(let fix, let age):
            "the location is " + Self.text(age: age, accuracyMeters: fix.accuracy?.horizontal68Meters)
        case .absent(let absence): absence.text
        }
    }

    fileprivate static func text(age: Duration, accuracyMeters: Double?) -> String {
        (accuracyMeters.map { "accurate to \(meters($0.rounded(.up)))" } ?? "of unknown accuracy")
            + ", \(age.words) old"
    }
}

extension RequestAbsence {
    /// The reason for the absence of a location, for a person.
    package var text: String {
        switch self {
        case .notDetermined: "the person has not decided about the app yet"
        case .restricted: "the administrator forbids it"
        case .denied: "the person said no"
        case .servicesOff: "location services are off"
        case .insufficientlyInUse: "the app's windows are hidden"
        case .serviceSessionRequired: "the app's manifest requires a service session, and it holds none"
        case .locationUnknown(.noReceiver): "no receiver is configured"
        case .locationUnknown(.inDoubt(let doubt)): "the latest fix is in doubt: \(doubt.text)"
        case .locationUnknown(.receiver(let name, .fixed, _, _)):
            "\(name) has a position, and has sent none since the call"
        case .locationUnknown(.receiver(let name, .ended, _, _)): "\(name): the recording has ended"
        case .locationUnknown(.receiver(let name, let state, let duration, let satellites)):
            "\(name): \(state.name) for \(duration.words)" + (state.reason.map { ": \($0)" } ?? "")
                + (satellites?.text.map { ", \($0)" } ?? "")
        }
    }

    /// The evidence of the absence, for programs.
    var evidence: [String: EvidenceValue] {
        switch self {
        case .notDetermined: ["absence": .word("notDetermined")]
        case .restricted: ["absence": .word("restricted")]
        case .denied: ["absence": .word("denied")]
        case .servicesOff: ["absence": .word("servicesOff")]
        case .insufficientlyInUse: ["absence": .word("insufficientlyInUse")]
        case .serviceSessionRequired: ["absence": .word("serviceSessionRequired")]
        case .locationUnknown(.noReceiver):
            ["absence": .word("locationUnknown"), "cause": .word("noReceiver")]
        case .locationUnknown(.inDoubt(let doubt)):
            doubt.evidence.merging(["absence": .word("locationUnknown"), "cause": .word("inDoubt")]) { $1 }
        case .locationUnknown(.receiver(let name, let state, let duration, let satellites)):
            state.evidence.merging([
                "absence": .word("locationUnknown"), "cause": .word("receiver"), "receiver": .word(name),
                "sinceSeconds": .number(duration.inSeconds),
            ]) { $1 }.merging(satellites?.evidence ?? [:]) { $1 }
        }
    }
}

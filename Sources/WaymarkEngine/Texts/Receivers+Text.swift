import LocationModel

// Texts of decisions about receivers, for people and for programs.

extension ReceiverPause.Reason {
    /// The reason for a person.
    package var text: String {
        switch self {
        case .cannotBeFar(let remaining, let speed):
            "only significant changes are wanted, and the next is \(meters(remaining)) away "
                + "at \((speed * 10).rounded() / 10) m/s"
        case .regionEdge(0): "a region's edge was crossed, and another fix has to agree"
        case .regionEdge(let remaining): "the nearest edge of a region is \(meters(remaining.rounded())) away"
        case .visitMayBegin(.zero): "an app wants visits, and one may begin"
        case .visitMayBegin(let duration):
            "an app wants visits, and the machine has been in this place for \(duration.words)"
        case .atRest(let duration):
            "the machine has stayed in its place for \(duration.words)"
        case .tooSoon: "only significant changes are wanted, and the last is too recent for another"
        case .staysNear(let slack, let speed):
            "no app needs a location before the machine has moved \(meters(slack)), "
                + "at \((speed * 10).rounded() / 10) m/s at most"
        case .notDue: "no app is due for the next location earlier"
        case .noFix(let duration, let inVain):
            "no credible fix in \(duration.words)"
                + (inVain > duration ? ", nor in the searches of the last \(inVain.words)" : "")
        }
    }
}

extension ReceiverPause {
    /// The pause and its reason, for programs.
    var evidence: [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = ["pauseSeconds": .number(duration.inSeconds)]
        switch reason {
        case .cannotBeFar(let remaining, let speed):
            evidence["reason"] = .word("cannotBeFar")
            evidence["remainingMeters"] = .number(remaining)
            evidence["speedMetersPerSecond"] = .number(speed)
        case .regionEdge(let remaining):
            evidence["reason"] = .word("regionEdge")
            evidence["remainingMeters"] = .number(remaining.rounded())
        case .visitMayBegin(let duration):
            evidence["reason"] = .word("visitMayBegin")
            evidence["seenSeconds"] = .number(duration.inSeconds)
        case .atRest(let duration):
            evidence["reason"] = .word("atRest")
            evidence["restSeconds"] = .number(duration.inSeconds)
        case .tooSoon: evidence["reason"] = .word("tooSoon")
        case .staysNear(let slack, let speed):
            evidence["reason"] = .word("staysNear")
            evidence["slackMeters"] = .number(slack)
            evidence["speedMetersPerSecond"] = .number(speed)
        case .notDue: evidence["reason"] = .word("notDue")
        case .noFix(let duration, let inVain):
            evidence["reason"] = .word("noFix")
            evidence["searchedSeconds"] = .number(duration.inSeconds)
            evidence["inVainSeconds"] = .number(inVain.inSeconds)
        }
        return evidence
    }
}

extension FollowChange {
    /// Returns the change for a person.
    func text(name: String, earlier: String?) -> String {
        let accuracy = accuracyMeters.map { " (accurate to \(radius($0)))" } ?? " (of unknown accuracy)"
        let other = earlier ?? "the one before"
        switch reason {
        case .first: return "following \(name)\(accuracy)"
        case .moreAccurate:
            let before = earlierAccuracyMeters.map { radius($0) } ?? "unknown accuracy"
            return "following \(name)\(accuracy) instead of \(other), which is less accurate (\(before))"
        case .otherSilent(let duration):
            return "following \(name)\(accuracy), because \(other) has given no fix for \(duration.words)"
        case .otherLost: return "following \(name)\(accuracy), because \(other) has no position any more"
        case .otherContradicted(let distance):
            return
                "following \(name)\(accuracy), because another receiver agrees with it and not with \(other), "
                + "\(meters(distance)) away"
        }
    }

    /// Returns the change and its evidence, for programs.
    func evidence(name: String, earlier: String?) -> [String: EvidenceValue] {
        var evidence: [String: EvidenceValue] = ["receiver": .word(name), "reason": .word(reason.name)]
        evidence["earlier"] = earlier.map { .word($0) }
        evidence["accuracyMeters"] = accuracyMeters.map { .number($0) }
        evidence["earlierAccuracyMeters"] = earlierAccuracyMeters.map { .number($0) }
        switch reason {
        case .otherSilent(let duration): evidence["silentSeconds"] = .number(duration.inSeconds)
        case .otherContradicted(let distance): evidence["distanceMeters"] = .number(distance)
        case .first, .moreAccurate, .otherLost: break
        }
        return evidence
    }

    private func radius(_ distance: Double) -> String {
        distance < 10 ? "\((distance * 10).rounded() / 10) m" : meters(distance)
    }
}

extension FollowChange.Reason {
    /// The reason in one word for programs.
    var name: String {
        switch self {
        case .first: "first"
        case .moreAccurate: "moreAccurate"
        case .otherSilent: "otherSilent"
        case .otherLost: "otherLost"
        case .otherContradicted: "otherContradicted"
        }
    }
}

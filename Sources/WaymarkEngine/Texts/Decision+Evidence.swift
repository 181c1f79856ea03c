import LocationModel

/// A figure or word of a decision's evidence.
package enum EvidenceValue: Hashable, Sendable {
    /// A figure, in the unit named at the end of its key.
    case number(Double)

    /// A word.
    case word(String)
}

extension Decision {
    /// The evidence of the decision by name, for programs.
    ///
    /// It contains no positions, because more people may read the journal than the location.
    package var evidence: [String: EvidenceValue] {
        switch self {
        case .significantChange(let distance, let elapsed):
            figures(["distanceMeters": distance, "elapsedSeconds": elapsed?.inSeconds])
        case .changeHeld(let distance, let remaining):
            figures(["distanceMeters": distance, "remainingSeconds": remaining.inSeconds])
        case .fixHeld(let doubt): doubt.evidence
        case .receiversOn(let need): need.evidence
        case .receiversOff(let unused): figures(["unusedSeconds": unused.inSeconds])
        case .receiversPaused(let pause): pause.evidence
        case .receiversResumed(let pause, let need):
            need.evidence.merging(["pauseSeconds": .number(pause.inSeconds)]) { $1 }
        case .receiver(_, let name, let state): state.evidence.merging(["receiver": .word(name)]) { $1 }
        case .followed(let change, let name, let earlier): change.evidence(name: name, earlier: earlier)
        case .statedPlace(let decision): decision.evidence
        case .beacons(let decision): decision.evidence
        case .authorization(let decision): decision.evidence
        case .locationRequest(let request, let decision):
            decision.evidence.merging(["request": .word(request.description)]) { $1 }
        case .monitor(let decision): decision.evidence
        case .follower(let session, let decision):
            decision.evidence.merging(["session": .word(session.description)]) { $1 }
        case .serviceSession(let session, let decision):
            decision.evidence.merging(["session": .word(session.description)]) { $1 }
        case .launch(let decision): decision.evidence
        case .providerConnected(let session, let kinds, let verification):
            [
                "session": .word(session.description), "kinds": .number(Double(kinds)),
                "verification": .word(verification.name),
            ]
        case .providerDisconnected(let session): ["session": .word(session.description)]
        case .placed, .removed, .contentWithdrawn, .viewed, .alwaysInView, .windowEnded, .zoneChanged: [:]
        case .configured(let family, let properties):
            ["family": .word(family.rawValue), "properties": .number(Double(properties))]
        case .clockSet(let step): figures(["stepSeconds": step.inSeconds])
        case .hidden(let window): figures(["inUseForSeconds": window.inSeconds])
        case .reload(let request, let reason, let absence, let deadline, let charge):
            charge.evidence.merging(
                [
                    "request": .word(request.description), "reason": .word(reason.rawValue),
                    "location": .word(absence?.rawValue ?? "given"),
                    "deadlineSeconds": .number(deadline.inSeconds),
                ]
            ) { $1 }
        case .budgetUsedUp(let daily, let uses, let next):
            uses.evidence.merging(
                ["dailyReloads": .number(Double(daily)), "nextSeconds": .number(next.inSeconds)]
            ) { $1 }
        case .pending(let reason, let obstacle):
            obstacle.evidence.merging(["reason": .word(reason.rawValue)]) { $1 }
        case .awaitingFix(let reason, let limit):
            ["reason": .word(reason.rawValue), "atMostSeconds": .number(limit.inSeconds)]
        case .timeline(let request, let entries, let policy):
            [
                "request": .word(request.description), "entries": .number(Double(entries)),
                "policy": .word(policy.name),
            ]
        case .timelineFailed(let request, let message, let delay):
            [
                "request": .word(request.description), "message": .word(message),
                "retrySeconds": .number(delay.inSeconds),
            ]
        case .timelineLate(let request, let delay):
            ["request": .word(request.description), "retrySeconds": .number(delay.inSeconds)]
        case .requestAbandoned(let request): ["request": .word(request.description)]
        }
    }

    private func figures(_ figures: [String: Double?]) -> [String: EvidenceValue] {
        figures.compactMapValues { $0.map { .number($0) } }
    }
}

extension ReloadObstacle {
    fileprivate var evidence: [String: EvidenceValue] {
        switch self {
        case .notInUse(let since):
            since.map { ["obstacle": .word("notInUse"), "lastInViewSeconds": .number($0.inSeconds)] }
                ?? ["obstacle": .word("notInUse")]
        case .alwaysUnconfirmed: ["obstacle": .word("alwaysUnconfirmed")]
        case .noProvider: ["obstacle": .word("noProvider")]
        case .launch(let obstacle): obstacle.evidence
        case .answerOutstanding(let request, let remaining):
            [
                "obstacle": .word("answerOutstanding"), "request": .word(request.description),
                "remainingSeconds": .number(remaining.inSeconds),
            ]
        case .backingOff(let remaining):
            ["obstacle": .word("backingOff"), "remainingSeconds": .number(remaining.inSeconds)]
        case .overBudget(let remaining):
            ["obstacle": .word("overBudget"), "remainingSeconds": .number(remaining.inSeconds)]
        }
    }
}

extension ReloadPolicy {
    /// The policy in one word for programs.
    package var name: String {
        switch self {
        case .atEnd: "atEnd"
        case .after: "after"
        case .never: "never"
        }
    }
}

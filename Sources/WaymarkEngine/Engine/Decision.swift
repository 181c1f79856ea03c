package import LocationModel

/// A decision of the engine with its evidence, including decisions to do nothing.
package enum Decision: Hashable, Sendable {
    case significantChange(distanceMeters: Double?, after: Duration?)
    case changeHeld(distanceMeters: Double, remaining: Duration)
    case fixHeld(FixDoubt)
    case receiversOn(EntitledConsumer)
    case receiversOff(unusedFor: Duration)
    case receiversPaused(ReceiverPause)
    case receiversResumed(after: Duration, EntitledConsumer)
    case movementReported(MovementReport, MovementReport.Outcome)
    case receiver(ReceiverIdentifier, name: String, ReceiverState)
    case followed(FollowChange, name: String, earlierName: String?)
    case trust(TrustVerdict, from: Trust, name: String)
    case statedPlace(StatedPlaceDecision)
    case beacons(BeaconDecision)
    case authorization(AuthorizationDecision)
    case locationRequest(LocationRequestIdentifier, LocationRequestDecision)
    case monitor(MonitorDecision)
    case anchor(AnchorDecision)
    case follower(SessionIdentifier, FollowerDecision)
    case serviceSession(SessionIdentifier, ServiceSessionDecision)
    case launch(LaunchDecision)
    case providerConnected(SessionIdentifier, kinds: Int, AppVerification)
    case providerDisconnected(SessionIdentifier)
    case placed
    case removed
    case configured(family: WidgetFamily, properties: Int)
    case contentWithdrawn
    case viewed
    case alwaysInView
    case hidden(inUseFor: Duration)
    case sharedOnce(AccuracyAuthorization, for: Duration)

    /// No reload has taken what a click shared, because of an obstacle or else in time.
    case shareEnded(ShareObstacle?)
    case windowEnded
    case reload(
        RequestIdentifier,
        ReloadReason,
        absence: LocationAbsence?,
        deadline: Duration,
        charge: ReloadCharge
    )
    case pending(ReloadReason, ReloadWait)
    case budgetUsedUp(dailyReloads: Int, ReloadBudget.Uses, next: Duration)
    case clockSet(by: Duration)
    case zoneChanged
    case awaitingFix(ReloadReason, atMost: Duration)
    case timeline(RequestIdentifier, entries: Int, ReloadPolicy)
    case timelineFailed(RequestIdentifier, message: String, retryIn: Duration)
    case timelineLate(RequestIdentifier, retryIn: Duration)
    case requestAbandoned(RequestIdentifier)

    /// Whether the decision reveals how far the machine moved, and when.
    var tellsOfMovement: Bool {
        switch self {
        case .significantChange, .changeHeld, .fixHeld, .trust, .receiversPaused, .movementReported: true
        case .monitor(let decision): decision.tellsOfMovement
        case .anchor(let decision): decision.tellsOfMovement
        default: false
        }
    }

    /// The kinds of decisions that no component has types of its own for, in the words for programs.
    private enum Name: String, CaseIterable {
        case significantChange, changeHeld, fixHeld, receiversOn, receiversOff
        case receiversPaused, receiversResumed, movementReported
        case receiver, followed, trustChanged, statedPlace
        case providerConnected, providerDisconnected, placed, removed, configured
        case contentWithdrawn, viewed, alwaysInView, hidden, windowEnded
        case sharedOnce, shareEnded
        case reload, pending, budgetUsedUp, clockSet, zoneChanged
        case awaitingFix, timeline, timelineFailed, timelineLate, requestAbandoned
    }

    /// The names of all kinds of decisions.
    ///
    /// Whoever waits for a decision checks the name with these: a misspelt one would never come.
    package static let names: Set<String> = {
        func all<Name: RawRepresentable<String> & CaseIterable>(_: Name.Type) -> [String] {
            Name.allCases.map(\.rawValue)
        }
        return Set(
            all(Name.self) + all(BeaconDecision.Name.self) + all(AuthorizationDecision.Name.self)
                + all(LocationRequestDecision.Name.self) + all(MonitorDecision.Name.self)
                + all(AnchorDecision.Name.self)
                + all(FollowerDecision.Name.self) + all(ServiceSessionDecision.Name.self)
                + all(LaunchDecision.Name.self)
        )
    }()

    /// The name of the decision's kind, in one word for programs: one of ``names``.
    package var name: String {
        switch self {
        case .beacons(let decision): decision.name
        case .authorization(let decision): decision.name
        case .locationRequest(_, let decision): decision.name
        case .monitor(let decision): decision.name
        case .anchor(let decision): decision.name
        case .follower(_, let decision): decision.name
        case .serviceSession(_, let decision): decision.name
        case .launch(let decision): decision.name
        case .trust: "trustChanged"
        default: caseName(of: self)
        }
    }

    /// The decision and its reasons in one sentence for a person.
    package var text: String {
        switch self {
        case .significantChange(let distance?, let elapsed?):
            "moved \(meters(distance)) in \(elapsed.words) since the last notified place: a significant change"
        case .significantChange: "the first place is known: a significant change"
        case .changeHeld(let distance, let remaining):
            "moved \(meters(distance)), but the last change is too recent: held for \(remaining.words)"
        case .fixHeld(let doubt): "a fix is not believed yet: \(doubt.text)"
        case .receiversOn(let need): "receivers on: \(need.text)"
        case .receiversOff(let unused): "receivers off: nobody has wanted a fix for \(unused.words)"
        case .receiversPaused(let pause): "receivers off for \(pause.duration.words): \(pause.reason.text)"
        case .receiversResumed(let pause, let need):
            "receivers on again after \(pause.words): \(need.text)"
        case .movementReported(let report, let outcome): report.text(outcome)
        case .receiver(_, let name, let state): "\(name): \(state.text)"
        case .followed(let change, let name, let earlier): change.text(name: name, earlier: earlier)
        case .trust(let verdict, let earlier, let name):
            "\(name) is \(verdict.trust == .trusted ? "trusted again" : verdict.text), after \(earlier.rawValue)"
        case .statedPlace(let decision): decision.text
        case .beacons(let decision): decision.text
        case .authorization(let decision): decision.text
        case .locationRequest(let request, let decision): "\(request) \(decision.text)"
        case .monitor(let decision): decision.text
        case .anchor(let decision): decision.text
        case .follower(let session, let decision): "\(session) \(decision.text)"
        case .serviceSession(let session, let decision): "\(session) \(decision.text)"
        case .launch(let decision): decision.text
        case .providerConnected(let session, let kinds, let verification):
            "provider \(session) connected with \(kinds) \(kinds == 1 ? "kind" : "kinds"), "
                + verification.text
        case .providerDisconnected(let session): "provider \(session) disconnected"
        case .placed: "placed"
        case .removed: "removed"
        case .configured(let family, let properties):
            "configured: family \(family.rawValue), \(properties) \(properties == 1 ? "value" : "values")"
        case .contentWithdrawn:
            "withdrawn from hosts: its app may no longer know the location that its content was made with"
        case .viewed: "came into view"
        case .alwaysInView: "always in view: its host's surface is"
        case .hidden(let window): "went out of view: in use for another \(window.words)"
        case .sharedOnce(let accuracy, let length):
            "the person clicked: its next reload gets \(accuracy == .full ? "the exact location" : "the area"), "
                + "if it comes in \(length.words)"
        case .shareEnded(let obstacle?):
            "what the person shared by a click is withdrawn: \(obstacle.text(.reduced))"
        case .shareEnded(nil): "what the person shared by a click has lapsed: no reload took it in time"
        case .windowEnded: "not in use any more: out of view for the whole in-use window"
        case .reload(let request, let reason, let absence, let deadline, let charge):
            "reload \(request) because \(reason.text), \(absence?.text ?? "with the location"), due in \(deadline.words)"
                + (charge.text.map { "; \($0)" } ?? "")
        case .pending(let reason, let wait): "reload because \(reason.text) is pending: \(wait.obstacle)"
        case .budgetUsedUp(let daily, let uses, let next):
            "warning: it has used up its budget of \(daily) reloads a day, and gets the next in \(next.words); "
                + "charged since it was half full: \(uses.text)"
        case .clockSet(let step):
            "the clock was set \(step < .zero ? "back" : "forward") by \((step < .zero ? .zero - step : step).words)"
        case .zoneChanged: "the time zone was changed"
        case .awaitingFix(let reason, let limit):
            "reload because \(reason.text) waits for a fix, \(limit.words) at most"
        case .timeline(let request, let entries, let policy):
            "timeline for \(request) with \(entries) \(entries == 1 ? "entry" : "entries"), next reload \(policy.text)"
        case .timelineFailed(let request, let message, let delay):
            "no timeline for \(request): \(message); again in \(delay.words)"
        case .timelineLate(let request, let delay): "no answer to \(request) in time; again in \(delay.words)"
        case .requestAbandoned(let request): "the provider went away without an answer to \(request)"
        }
    }

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
        case .movementReported(let report, let outcome): report.evidence(outcome)
        case .receiver(_, let name, let state): state.evidence.merging(["receiver": .word(name)]) { $1 }
        case .followed(let change, let name, let earlier): change.evidence(name: name, earlier: earlier)
        case .trust(let verdict, let earlier, let name):
            (verdict.evidence?.figures ?? [:]).merging([
                "receiver": .word(name), "trust": .word(verdict.trust.rawValue),
                "earlierTrust": .word(earlier.rawValue),
            ]) { $1 }.merging(verdict.evidence.map { ["finding": .word($0.name)] } ?? [:]) { $1 }
        case .statedPlace(let decision): decision.evidence
        case .beacons(let decision): decision.evidence
        case .authorization(let decision): decision.evidence
        case .locationRequest(let request, let decision):
            decision.evidence.merging(["request": .word(request.description)]) { $1 }
        case .monitor(let decision): decision.evidence
        case .anchor(let decision): decision.evidence
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
        case .sharedOnce(let accuracy, let length):
            ["accuracy": .word(accuracy.rawValue), "seconds": .number(length.inSeconds)]
        case .shareEnded(let obstacle): obstacle.map { ["why": .word($0.rawValue)] } ?? [:]
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
        case .pending(let reason, let wait):
            wait.evidence.merging(["reason": .word(reason.rawValue)]) { $1 }
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

package enum EvidenceValue: Hashable, Sendable {
    /// A figure, in the unit named at the end of its key.
    case number(Double)
    case word(String)
}

package import LocationModel

/// A decision of the engine with its evidence, including decisions to do nothing.
package enum Decision: Hashable, Sendable, Evidential {
    case significantChange(distanceMeters: Double?, elapsed: Duration?)
    case changeHeld(distanceMeters: Double, remaining: Duration)
    case fixHeld(doubt: FixDoubt)
    case receiversOn(EntitledConsumer)
    case receiversOff(unused: Duration)
    case receiversPaused(ReceiverPause)
    case receiversResumed(pause: Duration, EntitledConsumer)
    case movementReported(MovementReport, outcome: MovementReport.Outcome)
    case receiver(ReceiverIdentifier, receiver: String, ReceiverState)
    case followed(FollowChange, receiver: String, earlier: String?)
    case trust(TrustVerdict, earlierTrust: Trust, receiver: String)
    case statedPlace(step: StatedPlaceDecision)
    case beacons(BeaconDecision)
    case authorization(AuthorizationDecision)
    case locationRequest(request: LocationRequestIdentifier, LocationRequestDecision)
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
    case sharedOnce(accuracy: AccuracyAuthorization, length: Duration)

    /// No reload has taken what a click shared, because of an obstacle or else in time.
    case shareEnded(why: ShareObstacle?)
    case windowEnded
    case reload(
        RequestIdentifier,
        reason: ReloadReason,
        location: LocationAbsence?,
        deadline: Duration,
        charge: ReloadCharge
    )
    case pending(reason: ReloadReason, obstacle: ReloadWait)
    case budgetUsedUp(dailyReloads: Int, ReloadBudget.Uses, next: Duration)
    case clockSet(step: Duration)
    case zoneChanged
    case awaitingFix(reason: ReloadReason, atMost: Duration)
    case timeline(RequestIdentifier, entries: Int, policy: ReloadPolicy)
    case timelineFailed(RequestIdentifier, message: String, retry: Duration)
    case timelineLate(RequestIdentifier, retry: Duration)
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

    private enum Name: String, CaseIterable {
        case significantChange, changeHeld, fixHeld, receiversOn, receiversOff
        case receiversPaused, receiversResumed, movementReported
        case receiver, followed, trustChanged, statedPlace
        case providerConnected, providerDisconnected, placed, removed, configured
        case contentWithdrawn, viewed, alwaysInView, hidden, windowEnded
        case sharedOnce, shareEnded
        case reload, pending, budgetUsedUp, clockSet, zoneChanged
        case awaitingFix, timeline, timelineFailed, timelineLate, requestAbandoned
        case beaconFeedConnected, beaconFeedDisconnected, beaconsWanted, beaconListening
        case authorization, authorizationRequested, asked, questionEnded, appConnected
        case appDisconnected, servesWidgets, appUseEnded, agentConnected, agentDisconnected
        case servicesSwitched, paused, pauseEnded
        case locationRequested, locationGiven, locationNotGiven, locationRequestAbandoned
        case monitoringStarted, monitoringStopped, regionAdded, regionRemoved, regionEntered
        case regionLeft, beaconHeard, beaconsSilent, monitorConnected, monitorDisconnected
        case monitorEvent, monitorEventHeld, monitorEventReleased, monitorEventReplaced, monitorEventRefused
        case monitorEventDropped, monitorEventSent, monitorEventAcknowledged, visitBegan, visitEnded
        case anchorDropped, anchorSet, anchorRaised, anchorSilenced
        case anchorPlaced, anchorDragging, anchorHolding, anchorUnknown
        case followsLocation, followsHeading, followsBeacons, updatesGiven, updatesWithheld
        case updatesPaused, updatesResumed, followingEnded
        case serviceSessionHeld, serviceSessionLacks, serviceSessionKeepsInUse, serviceSessionEnded
        case launcherConnected, launcherDisconnected, launch, launchHeld, programStarted
        case programConnected, programAdopted, programFailed, programIdle, programLeft
        case programStopping, programEnded
    }

    /// The names of all kinds of decisions.
    ///
    /// Whoever waits for a decision checks the name with these: a misspelt one would never come.
    package static let names = Set(Name.allCases.map(\.rawValue))

    /// The name of the decision's kind, in one word for programs: one of ``names``.
    package var name: String {
        switch self {
        case .beacons(let decision): caseName(of: decision)
        case .authorization(let decision): decision.name
        case .locationRequest(_, let decision): caseName(of: decision)
        case .monitor(let decision): decision.name
        case .anchor(let decision): decision.name
        case .follower(_, let decision): caseName(of: decision)
        case .serviceSession(_, let decision): caseName(of: decision)
        case .launch(let decision): caseName(of: decision)
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
        case .pending(let reason, let wait): "reload because \(reason.text) is pending: \(wait.text)"
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
    /// A reload without a location tells why, in place of `given`.
    package var evidence: [String: EvidenceValue] {
        var evidence = carriedEvidence
        if case .reload(_, _, nil, _, _) = self { evidence["location"] = .word("given") }
        return evidence
    }
}

extension AppVerification: Evidential {
    var evidence: [String: EvidenceValue] { ["verification": .word(name)] }
}

import LocationModel

extension Decision {
    /// The name of the decision's kind, in one word for programs.
    package var name: String {
        switch self {
        case .significantChange: "significantChange"
        case .changeHeld: "changeHeld"
        case .fixHeld: "fixHeld"
        case .receiversOn: "receiversOn"
        case .receiversOff: "receiversOff"
        case .receiversPaused: "receiversPaused"
        case .receiversResumed: "receiversResumed"
        case .receiver: "receiver"
        case .followed: "followed"
        case .statedPlace: "statedPlace"
        case .beacons(let decision): decision.name
        case .authorization(let decision): decision.name
        case .locationRequest(_, let decision): decision.name
        case .monitor(let decision): decision.name
        case .follower(_, let decision): decision.name
        case .serviceSession(_, let decision): decision.name
        case .launch(let decision): decision.name
        case .providerConnected: "providerConnected"
        case .providerDisconnected: "providerDisconnected"
        case .placed: "placed"
        case .removed: "removed"
        case .configured: "configured"
        case .contentWithdrawn: "contentWithdrawn"
        case .viewed: "viewed"
        case .alwaysInView: "alwaysInView"
        case .hidden: "hidden"
        case .windowEnded: "windowEnded"
        case .reload: "reload"
        case .pending: "pending"
        case .budgetUsedUp: "budgetUsedUp"
        case .clockSet: "clockSet"
        case .zoneChanged: "zoneChanged"
        case .awaitingFix: "awaitingFix"
        case .timeline: "timeline"
        case .timelineFailed: "timelineFailed"
        case .timelineLate: "timelineLate"
        case .requestAbandoned: "requestAbandoned"
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
        case .receiver(_, let name, let state): "\(name): \(state.text)"
        case .followed(let change, let name, let earlier): change.text(name: name, earlier: earlier)
        case .statedPlace(let decision): decision.text
        case .beacons(let decision): decision.text
        case .authorization(let decision): decision.text
        case .locationRequest(let request, let decision): "\(request) \(decision.text)"
        case .monitor(let decision): decision.text
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
        case .windowEnded: "not in use any more: out of view for the whole in-use window"
        case .reload(let request, let reason, let absence, let deadline, let charge):
            "reload \(request) because \(reason.text), \(absence?.text ?? "with the location"), due in \(deadline.words)"
                + (charge.text.map { "; \($0)" } ?? "")
        case .pending(let reason, let obstacle): "reload because \(reason.text) is pending: \(obstacle.text)"
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
}

extension ReloadReason {
    /// The reason for a person, after "because".
    package var text: String {
        switch self {
        case .placed: "it has no timeline yet"
        case .significantChange: "the machine moved"
        case .locationAvailable: "a location became available"
        case .authorizationChanged: "the authorization changed"
        case .configurationChanged: "its configuration changed"
        case .timelineEnded: "its timeline ended"
        case .dateReached: "its reload date has come"
        case .requestedByProvider: "the provider asked"
        case .pushed: "another program pushed"
        case .timeChanged: "the clock or the time zone was set"
        case .stale: "it came into view with an old timeline"
        case .retry: "the last try failed"
        }
    }
}

extension LocationAbsence {
    /// The absence for a person, after "reload".
    package var text: String {
        switch self {
        case .notWanted: "no location wanted"
        case .unauthorized: "no location: unauthorized"
        case .insufficientlyInUse: "no location: not in view recently"
        case .locationUnknown: "no location: no fix"
        }
    }
}

extension ReloadObstacle {
    /// The obstacle for a person.
    package var text: String {
        switch self {
        case .notInUse(let since?): "not in use, last in view \(since.words) ago"
        case .notInUse(nil): "not in use, never in view"
        case .alwaysUnconfirmed: "the person has not confirmed yet that its app may always know"
        case .noProvider: "no provider of its kind is connected"
        case .launch(let obstacle): obstacle.text
        case .answerOutstanding(let request, let remaining):
            "\(request) is not answered yet, and is due in \(remaining.words)"
        case .backingOff(let remaining): "earlier tries failed, next in \(remaining.words)"
        case .overBudget(let remaining): "its budget is used up, and allows the next in \(remaining.words)"
        }
    }
}

extension ReloadPolicy {
    fileprivate var text: String {
        switch self {
        case .atEnd: "at its end"
        case .after(let date): "after \(date)"
        case .never: "never by the clock"
        }
    }
}

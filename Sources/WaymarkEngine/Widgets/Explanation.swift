package import LocationModel

/// The explanation whether a widget would get a location now, and if not, why.
package struct Explanation: Hashable, Sendable {
    /// The conditions in the order of testing.
    package let checks: [Check]

    /// The reason of the pending reload, if any.
    package let pending: ReloadReason?

    /// What the next reload waits for, if anything.
    package let wait: ReloadWait?

    /// The first condition that keeps the widget from getting a location now; `nil` when it would get one.
    package var decisive: Check? { checks.first { $0.condition.decides && $0.holds == false } }

    /// The first condition that keeps a significant change from reloading the widget, if it is known.
    package var unmetMovement: Check? { checks.first { $0.condition.concernsMovement && $0.holds == false } }

    package enum Condition: String, Hashable, Sendable, CaseIterable {
        case registered
        case wantsLocation

        /// The app's manifest states the purpose, unless the person has decided already.
        case purposeStated
        case servicesOn

        /// The administrator does not forbid the location.
        case allowedByPolicy
        case appAuthorized

        /// The person lets widgets share the authorization.
        case widgetsAuthorized

        /// The app has a full or a reduced accuracy, which holds whenever it may know the location.
        case accuracy

        /// The person has not paused the location of all apps.
        case notPaused

        /// The widget is in use, or its app may always know.
        case inUse

        /// There is a fresh fix, or the owner's stated place stands in for one, or one will come while a reload waits.
        case fixFresh

        /// The latest fix, or the change that it shows, is beyond doubt.
        case fixBelieved

        /// The machine is far enough from the place, or out of the area, that was told last.
        case movedFarEnough

        /// The last change, or the computation of the last area, is long enough ago.
        case intervalPassed
        case reloadPending

        /// The pending reload is free, or the widget's budget allows it; without one, the budget allows another.
        case budgetAllows
        case providerConnected
        case providerAnswered

        /// No wait after a failure is left.
        case providerSucceeded

        /// Whether the condition decides whether the widget gets a location, rather than whether it is reloaded.
        var decides: Bool { !concernsMovement && self != .reloadPending && self != .budgetAllows }

        /// Whether the condition is about a further significant change.
        var concernsMovement: Bool {
            switch self {
            case .fixBelieved, .movedFarEnough, .intervalPassed: true
            default: false
            }
        }
    }

    /// The movement since a place or an area was told.
    package enum Movement: Hashable, Sendable {
        /// No fix has been believed since the service started.
        case noFix
        case nothingTold

        /// The distance of the latest fix, or of the stated place, from the place of the last significant change, and the
        /// distance needed.
        case distance(meters: Double, neededMeters: Double, isStated: Bool)

        /// Whether the area is another than the one that the widget's provider was told.
        case area(isAnother: Bool)
    }

    /// What receivers do while there may be no fresh fix.
    package enum Receivers: Hashable, Sendable {
        case on

        /// They are off, or pause after they have searched in vain.
        case off

        /// They are off or pause, and go on for a reload, which waits up to this time for their fix.
        case pause(reloadWaits: Duration)
    }

    package enum Check: Hashable, Sendable {
        /// The kind, and whether a provider has registered it.
        case registered(KindKey, Bool)
        case wantsLocation(Bool)

        /// Whether a manifest states the purpose, and whether the person has decided about the app.
        case purposeStated(Bool, isDecided: Bool)
        /// Whether location services are on for the user, and whether they are off for everybody.
        case servicesOn(Bool, offForEverybody: Bool)
        case allowedByPolicy(AuthorizationLimits)

        /// The app's authorization, as far as neither the policy nor the switch forbids it.
        case appAuthorized(AppIdentifier, Authorization)

        /// The authorization of the app's widgets; while the app itself is in use they may know what it may.
        case widgetsAuthorized(Authorization, isAppInUse: Bool)

        /// The accuracy; `nil` when the app may not know the location, so that there is nothing to check.
        case accuracy(AccuracyAuthorization?)

        /// The end of the person's pause, if one lasts.
        case notPaused(until: UTCInstant?)
        /// The use of the widget and its app, and the length of the in-use window.
        case inUse(WidgetUse, Authorization, isAppInUse: Bool, window: Duration)

        /// The age of the latest believed fix, if there was one, the age up to which it is fresh, and, while receivers
        /// are on and have none that is, why.
        case fixFresh(age: Duration?, lifetime: Duration, Receivers, cause: UnknownLocationCause?)

        /// The owner's stated place stands in for a fix, once receivers have searched for this time.
        case placeStated(after: Duration)

        /// The doubt about the latest fix, if any, and whether its receiver is trusted.
        case fixBelieved(FixDoubt?, TrustVerdict)

        /// The movement since a place or an area was told.
        case movedFarEnough(Movement)

        /// The time until the next change may be announced; `nil` when none ever was.
        case intervalPassed(Duration, remaining: Duration?)

        /// The time between two computations of the area, which no movement hastens.
        case areaComputed(every: Duration)
        /// The reason of the pending reload, if any.
        case reloadPending(ReloadReason?)

        /// The budget, unless it is off, and whether and why the pending reload is free.
        case budgetAllows(BudgetStatus?, next: Duration?, free: ReloadCharge.Exemption?)

        /// The provider that serves the kind, and otherwise what the start of its program waits for, if a manifest names
        /// one.
        case providerConnected(SessionIdentifier?, LaunchObstacle?)

        /// The unanswered request, if any, and the time that the provider has to answer it.
        case providerAnswered(RequestIdentifier?, remaining: Duration)

        /// The time until the next attempt after failures, if one waits.
        case providerSucceeded(retryIn: Duration?)
        case withheld(Condition)

        /// A condition that does not matter to the next reload, because the person shared the location by a click.
        case sharedOnce(Condition, remaining: Duration)
    }
}

extension Explanation.Check {
    package var condition: Explanation.Condition {
        switch self {
        case .registered: .registered
        case .wantsLocation: .wantsLocation
        case .purposeStated: .purposeStated
        case .servicesOn: .servicesOn
        case .allowedByPolicy: .allowedByPolicy
        case .appAuthorized: .appAuthorized
        case .widgetsAuthorized: .widgetsAuthorized
        case .accuracy: .accuracy
        case .notPaused: .notPaused
        case .inUse: .inUse
        case .fixFresh, .placeStated: .fixFresh
        case .fixBelieved: .fixBelieved
        case .movedFarEnough: .movedFarEnough
        case .intervalPassed, .areaComputed: .intervalPassed
        case .reloadPending: .reloadPending
        case .budgetAllows: .budgetAllows
        case .providerConnected: .providerConnected
        case .providerAnswered: .providerAnswered
        case .providerSucceeded: .providerSucceeded
        case .withheld(let condition), .sharedOnce(let condition, _): condition
        }
    }

    /// Whether the condition holds; `nil` when that is withheld, or there is nothing to check.
    package var holds: Bool? {
        switch self {
        case .registered(_, let isRegistered): isRegistered
        case .wantsLocation(let wants): wants
        case .purposeStated(let isStated, let isDecided): isStated || isDecided
        case .servicesOn(let areOn, _): areOn
        case .allowedByPolicy(let limits): !limits.contains(.forbidden)
        case .appAuthorized(_, let authorization): authorization.status.isAuthorized
        case .widgetsAuthorized(let authorization, let isAppInUse):
            authorization.isAuthorizedForWidgetUpdates || authorization.grant.widgets == .granted
                || authorization.status.isAuthorized && isAppInUse
        case .accuracy(let accuracy): accuracy.map { _ in true }
        case .notPaused(let end): end == nil
        case .inUse(let use, let authorization, let isAppInUse, _):
            use.isInUse || authorization.status.isAuthorized && isAppInUse || authorization.allowsOutOfUse
        case .fixFresh(_, _, .pause, _): true
        case .fixFresh(let age, let lifetime, .on, _), .fixFresh(let age, let lifetime, .off, _):
            age.map { $0 <= lifetime } ?? false
        case .placeStated: true
        case .fixBelieved(let doubt, _): doubt == nil
        case .movedFarEnough(.noFix): false
        case .movedFarEnough(.nothingTold): true
        case .movedFarEnough(.distance(let distance, let needed, _)): distance >= needed
        case .movedFarEnough(.area(let isAnother)): isAnother
        case .intervalPassed(_, let remaining): (remaining ?? .zero) == .zero
        case .areaComputed: nil
        case .reloadPending(let reason): reason != nil
        case .budgetAllows(let budget, _, let exemption): budget?.nextAt == nil || exemption != nil
        case .providerConnected(let session, _): session != nil
        case .providerAnswered(let request, _): request == nil
        case .providerSucceeded(let delay): delay == nil
        case .withheld: nil
        case .sharedOnce: true
        }
    }
}

extension Explanation {
    /// The answer to the question whether the widget would get a location now: yes, or no and why.
    package var summary: String {
        if let decisive {
            let answer = "No: \(decisive.text)."
            guard let pending else { return answer }
            let pendingText = "A reload because \(pending.text) is pending"
            return wait.map { "\(answer) \(pendingText): it follows \($0.text)." }
                ?? "\(answer) \(pendingText)."
        }
        let answer = "Yes: a reload now would carry the location."
        if let pending {
            let due = "\(answer) One is due because \(pending.text)"
            return wait.map { "\(due): it follows \($0.text)." } ?? "\(due)."
        }
        return unmetMovement.map { "\(answer) The machine's movement asks for none: \($0.text)." } ?? answer
    }
}

extension Explanation.Check {
    /// The reason why the condition holds or does not, for a person.
    package var text: String {
        switch self {
        case .registered(let kind, let isRegistered):
            "\(kind.app.app) has \(isRegistered ? "" : "not ")registered the kind '\(kind.kind)'"
        case .wantsLocation(let wants): wants ? "its kind wants a location" : "its kind wants no location"
        case .purposeStated(true, _): "the app's manifest states the purpose"
        case .purposeStated(false, isDecided: true):
            "no manifest states the purpose, but the person has decided about the app"
        case .purposeStated(false, isDecided: false):
            "no manifest of the app states the purpose, so the person cannot be asked"
        case .servicesOn(true, _): "location services are on"
        case .servicesOn(false, let offForEverybody):
            offForEverybody
                ? "location services are off for everybody" : "location services are off for the user"
        case .allowedByPolicy(let limits): limits.policyText
        case .appAuthorized(let app, let authorization):
            "\(app) is \(authorization.status.isAuthorized ? "" : "not ")authorized: \(authorization.text)"
        case .widgetsAuthorized, .inUse: useText
        case .accuracy(.full?): "the app may know the exact location"
        case .accuracy(.reduced?): "the app may know an area about 5 km wide instead of the exact location"
        case .accuracy(nil): "not checked, because the app may not know the location"
        case .notPaused(nil): "the person has not paused the location"
        case .notPaused(let end?):
            LiveDiagnostic.text([.pausedByPerson], pausedUntil: end) + "; 'waymarkctl resume' ends that"
        case .fixFresh(let age, let lifetime, let receivers, let cause):
            Self.text(fixAge: age, lifetime: lifetime, receivers)
                + (cause.map { "; \(RequestAbsence.locationUnknown($0).text)" } ?? "")
        case .placeStated(after: .zero): "the place that the machine's owner stated stands in for a fix"
        case .placeStated(let wait):
            "the place that the machine's owner stated stands in for a fix, if none comes in \(wait.words)"
        case .fixBelieved(let doubt?, _): "the latest fix is in doubt: \(doubt.text)"
        case .fixBelieved(nil, let trust):
            trust.evidence.map { "the receiver is \(trust.trust.rawValue): \($0.text)" }
                ?? "nothing is in doubt"
        case .movedFarEnough(let movement): movement.text
        case .intervalPassed(_, nil): "no change was ever announced"
        case .intervalPassed(let interval, .some(.zero)):
            "the last change was \(interval.words) ago or longer"
        case .intervalPassed(let interval, let remaining?):
            "the last change was less than \(interval.words) ago, the next can be in \(remaining.words)"
        case .areaComputed(let interval):
            "not checked, because the area is computed every \(interval.words), wherever the machine goes"
        case .reloadPending(let reason):
            reason.map { "a reload is pending because \($0.text)" } ?? "no reload is pending"
        case .budgetAllows(let budget, let next, let exemption):
            Self.text(of: budget, next: next, exemption)
        case .providerConnected(let session?, _): "provider \(session) serves its kind"
        case .providerConnected(nil, let obstacle?): obstacle.text
        case .providerConnected(nil, nil): ReloadObstacle.noProvider.text
        case .providerAnswered(nil, _): "no request is unanswered"
        case .providerAnswered(let request?, let remaining):
            ReloadObstacle.answerOutstanding(request, remaining: remaining).text
        case .providerSucceeded(nil): "no wait after a failure is left"
        case .providerSucceeded(let delay?): ReloadObstacle.backingOff(remaining: delay).text
        case .withheld: "told only to users who have authorized an app"
        case .sharedOnce(_, let remaining):
            "the person shared the location by a click, with a reload in the next \(remaining.words)"
        }
    }

    private var useText: String {
        switch self {
        case .widgetsAuthorized(let authorization, let isAppInUse):
            if authorization.isAuthorizedForWidgetUpdates || authorization.grant.widgets == .granted {
                "widgets share the authorization"
            } else if authorization.status.isAuthorized && isAppInUse {
                "widgets do not share the authorization, but their app is in use"
            } else {
                "widgets do not share the authorization"
            }
        case .inUse(.inView, _, _, _): "it is in view"
        case .inUse(.alwaysInView, _, _, _): "it is always in view: its host's surface is"
        case .inUse(.inWindow(let since, let remaining), _, _, _):
            "it was last in view \(since.words) ago, and is in use for another \(remaining.words)"
        case .inUse(.notInUse, let authorization, true, _) where authorization.status.isAuthorized:
            "its app is in use"
        case .inUse(.notInUse, let authorization, _, _) where authorization.allowsOutOfUse:
            "it is not in use, but its app may always know"
        case .inUse(.notInUse, let authorization, _, _) where authorization.isUnconfirmed:
            "it is not in use, and \(ReloadObstacle.alwaysUnconfirmed.text)"
        case .inUse(.notInUse(let since?), _, _, let window):
            "it was last in view \(since.words) ago, and was in use for \(window.words) after that"
        case .inUse(.notInUse(nil), _, _, _): "it was never in view since the service started"
        default: ""
        }
    }

    private static func text(
        of budget: BudgetStatus?,
        next: Duration?,
        _ exemption: ReloadCharge.Exemption?
    ) -> String {
        guard let budget else { return "the budget is off" }
        let left =
            "\(budget.wholeSaved) of \(budget.wholeCapacity) reloads left, \(Int(budget.dailyReloads)) a day"
        switch exemption {
        case .reason: return "the pending reload is free; its budget has \(left)"
        case .appInUse: return "the pending reload is free while its app is in use; its budget has \(left)"
        case .budgetOff, nil:
            return next.map { "its budget is used up, and allows the next in \($0.words)" }
                ?? "its budget has \(left)"
        }
    }

    private static func text(
        fixAge age: Duration?,
        lifetime: Duration,
        _ receivers: Explanation.Receivers
    ) -> String {
        if let age, age <= lifetime { return "the last fix is \(age.words) old" }
        switch receivers {
        case .on:
            return age.map { "the last credible fix is \($0.words) old, older than \(lifetime.words)" }
                ?? "the receivers have given no credible fix yet"
        case .off:
            return age.map { "the last credible fix is \($0.words) old, and the receivers are off" }
                ?? "the receivers are off, and have given no fix yet"
        case .pause(let limit):
            let last = age.map { "the last fix is \($0.words) old" } ?? "no fix has come yet"
            return "\(last); the receivers are off, but go on for a reload, "
                + "which waits for \(limit.words) at most"
        }
    }
}

extension Explanation.Movement {
    fileprivate var text: String {
        switch self {
        case .noFix: "no fix has come since the service started"
        case .nothingTold: "nothing was told yet"
        case .distance(let distance, let needed, let isStated):
            "\(isStated ? "the stated place" : "the last fix") is \(Int(distance)) m from the place of the last change, "
                + (distance < needed ? "nearer than \(Int(needed)) m" : "\(Int(needed)) m or more")
        case .area(isAnother: false): "the area is the one that was told"
        case .area(isAnother: true): "the area is another than the one that was told"
        }
    }
}

extension AuthorizationLimits {
    fileprivate var policyText: String {
        if contains(.forbidden) { return "the administrator's policy forbids the location" }
        let limits = [
            contains(.whenInUseOnly) ? "when-in-use" : nil,
            contains(.reducedAccuracy) ? "reduced accuracy" : nil,
        ].compactMap(\.self)
        return limits.isEmpty
            ? "the administrator's policy sets no limit"
            : "the administrator's policy allows \(limits.joined(separator: " and ")) at most"
    }
}

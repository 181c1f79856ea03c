import LocationModel

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
        case .fixFresh(let age, let lifetime, let receivers, let cause):
            Self.text(fixAge: age, lifetime: lifetime, receivers)
                + (cause.map { "; \(RequestAbsence.locationUnknown($0).text)" } ?? "")
        case .placeStated(after: .zero): "the place that the machine's owner stated stands in for a fix"
        case .placeStated(let wait):
            "the place that the machine's owner stated stands in for a fix, if none comes in \(wait.words)"
        case .fixBelieved(let doubt):
            doubt.map { "the latest fix is in doubt: \($0.text)" } ?? "nothing is in doubt"
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

package import LocationModel

// Explains why a widget would get a location now, or not: all conditions, with their evidence.
extension Engine {
    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        guard let situation = widgets.situation(of: widget, machine, turn) else {
            return Explanation(checks: [], pending: nil, wait: nil)
        }
        let pending = widgets.pendingReload(of: situation, machine)
        let all = movementChecks(of: situation)
        let withheld = "told only to users who have authorized an app"
        let movement: [Explanation.Check] =
            tellsOfMovement ? all : all.map { .init($0.condition, nil, withheld) }
        return Explanation(
            checks: permissionChecks(of: situation) + [fixCheck(of: situation)] + movement
                + reloadChecks(of: situation, pending),
            pending: pending,
            wait: reloadWait(of: widget)
        )
    }

    private func permissionChecks(of situation: WidgetSituation) -> [Explanation.Check] {
        let (kind, people, authorization) = (situation.kind, machine.people, situation.authorization)
        let (app, user) = (kind.app.app, kind.app.user)
        let (services, limits) = (people.services, authorization.limits)
        // The policy and the switch are conditions of their own.
        var decided = authorization
        decided.limits.subtract([.forbidden, .servicesOff])
        let (isAuthorized, isDecided) = (decided.status.isAuthorized, decided.status != .notDetermined)
        let isAppInUse =
            machine.presence.use(of: kind.app, at: turn.now.instant) != nil
            && !people.refusedToWidgets.contains(kind.app)
        let use = situation.record.use(at: turn.now.instant)
        let isInUse = use.isInUse || isAuthorized && isAppInUse || decided.allowsOutOfUse
        let isRegistered = people.kinds[kind] != nil
        let statesPurpose = people.manifest(of: kind.app)?.whenInUsePurpose != nil
        let purposeText =
            if statesPurpose {
                "the app's manifest states the purpose"
            } else if isDecided {
                "no manifest states the purpose, but the person has decided about the app"
            } else {
                "no manifest of the app states the purpose, so the person cannot be asked"
            }
        let isOn = !services.isOff(for: user)
        let onText = isOn ? "on" : "off for \(services.isOffForEverybody ? "everybody" : "the user")"
        let widgetsShare = decided.isAuthorizedForWidgetUpdates || decided.grant.widgets == .granted
        let sharesThroughApp = !widgetsShare && isAuthorized && isAppInUse
        let sharingText =
            "widgets \(widgetsShare ? "" : "do not ")share the authorization"
            + (sharesThroughApp ? ", but their app is in use" : "")
        let knows = authorization.status.isAuthorized || situation.ground == .sharedOnce
        let exactness =
            situation.accuracy == .full
            ? "the exact location" : "an area about 5 km wide instead of the exact location"
        let pauseText = people.currentPause(of: user).map {
            "\(LocationAbsence.pausedByPerson(until: $0.until).text); 'waymarkctl resume' ends that"
        }
        let wants = situation.wantsLocation
        let checks: [Explanation.Check] = [
            .init(
                .registered,
                isRegistered,
                "\(app) has \(isRegistered ? "" : "not ")registered the kind '\(kind.kind)'"
            ),
            .init(.wantsLocation, wants, "its kind wants \(wants ? "a" : "no") location"),
            .init(.purposeStated, statesPurpose || isDecided, purposeText),
            .init(.servicesOn, isOn, "location services are \(onText)"),
            .init(.allowedByPolicy, !limits.contains(.forbidden), limits.policyText),
            .init(
                .appAuthorized,
                isAuthorized,
                "\(app) is \(isAuthorized ? "" : "not ")authorized: \(decided.text)"
            ),
            .init(.widgetsAuthorized, widgetsShare || sharesThroughApp, sharingText),
            knows
                ? .init(.accuracy, true, "the app may know \(exactness)")
                : .init(.accuracy, nil, "not checked, because the app may not know the location"),
            .init(.notPaused, pauseText == nil, pauseText ?? "the person has not paused the location"),
            .init(.inUse, isInUse, text(of: use, decided, isAppInUse: isAppInUse)),
        ]
        guard situation.ground == .sharedOnce, let share = situation.record.share else { return checks }
        let remaining = turn.now.instant.duration(to: share.until)
        let shared = "the person shared the location by a click, with a reload in the next \(remaining.words)"
        let given: [Explanation.Condition] = [.purposeStated, .appAuthorized, .widgetsAuthorized, .inUse]
        return checks.map { given.contains($0.condition) ? .init($0.condition, true, shared) : $0 }
    }

    private func text(of use: WidgetUse, _ decided: Authorization, isAppInUse: Bool) -> String {
        switch use {
        case .inView: "it is in view"
        case .alwaysInView: "it is always in view: its host's surface is"
        case .inWindow(let since, let remaining):
            "it was last in view \(since.words) ago, and is in use for another \(remaining.words)"
        case .notInUse where decided.status.isAuthorized && isAppInUse: "its app is in use"
        case .notInUse where decided.allowsOutOfUse: "it is not in use, but its app may always know"
        case .notInUse where decided.isUnconfirmed:
            "it is not in use, and \(ReloadWait.alwaysUnconfirmed.text)"
        case .notInUse(let since?):
            "it was last in view \(since.words) ago, and was in use for \(settings.inUseWindow.words) after that"
        case .notInUse(nil): "it was never in view since the service started"
        }
    }

    private func fixCheck(of situation: WidgetSituation) -> Explanation.Check {
        let positioning = machine.positioning
        let stated = "the place that the machine's owner stated stands in for a fix"
        if positioning.statedPlaceIsUsed { return .init(.fixFresh, true, stated) }
        let lifetime = turn.settings.fixLifetime
        let age = positioning.fixes.latest?.receivedAt.duration(to: turn.now.instant)
        if let age, age <= lifetime { return .init(.fixFresh, true, "the last fix is \(age.words) old") }
        let last =
            age.map { "the last credible fix is \($0.words) old, older than \(lifetime.words)" }
            ?? "no credible fix has come yet"
        // The reload of a widget that may know the location turns receivers on and waits for a fix.
        if situation.ground != nil {
            let limit = widgets.remaining(until: situation.record.reload.fixAwaitedUntil, turn)
            let wait = positioning.waitForStatedPlace(receiversAreOn: machine.power.isOn, turn)
            if let wait, wait <= limit {
                let text = wait == .zero ? stated : "\(stated), if none comes in \(wait.words)"
                return .init(.fixFresh, true, text)
            }
            if machine.receiversExpectFix {
                let goOn = "the receivers are off, but go on for a reload, which waits for"
                return .init(.fixFresh, true, "\(last); \(goOn) \(limit.words) at most")
            }
        }
        guard machine.power.isOn else { return .init(.fixFresh, false, "\(last), and the receivers are off") }
        switch positioning.causeOfMissingFix(turn) {
        // Another condition says it.
        case .inDoubt, .receiver(_, .off, _, _), .receiver(_, .fixed, _, _):
            return .init(.fixFresh, false, last)
        case let cause:
            return .init(.fixFresh, false, "\(last); \(cause.text)")
        }
    }

    private func movementChecks(of situation: WidgetSituation) -> [Explanation.Check] {
        let positioning = machine.positioning
        let trust = positioning.trust
        let doubt =
            positioning.doubt.map { "the latest fix is in doubt: \($0.text)" }
            ?? trust.finding.map { "the receiver is \(trust.trust.rawValue): \($0.text)" }
        let isBelieved = positioning.doubt == nil
        let believed = Explanation.Check(.fixBelieved, isBelieved, doubt ?? "nothing is in doubt")
        guard situation.authorization.accuracy == .full else {
            let interval = ReducedLocation.interval.words
            let text =
                "not checked, because the area is computed every \(interval), wherever the machine goes"
            // The latest fix is not compared with the area, because that would tell when the machine left it.
            return [believed, areaCheck(of: situation), .init(.intervalPassed, nil, text)]
        }
        let interval = turn.settings.significantChange.interval.words
        let remaining = positioning.remainingInterval(turn)
        let text =
            switch remaining {
            case nil: "no change was ever announced"
            case .some(.zero): "the last change was \(interval) ago or longer"
            case let remaining?:
                "the last change was less than \(interval) ago, the next can be in \(remaining.words)"
            }
        return [believed, distanceCheck, .init(.intervalPassed, (remaining ?? .zero) == .zero, text)]
    }

    private var distanceCheck: Explanation.Check {
        guard let fix = machine.positioning.latestPlace(turn)?.fix else { return Self.noFixCheck }
        guard let place = machine.positioning.lastNotified else { return Self.nothingToldCheck }
        let distance = place.coordinate.distanceMeters(to: fix.coordinate)
        let needed = turn.settings.significantChange.distanceMeters
        let from = fix.source == .stated ? "the stated place" : "the last fix"
        let comparison = distance < needed ? "nearer than \(Int(needed)) m" : "\(Int(needed)) m or more"
        let text = "\(from) is \(Int(distance)) m from the place of the last change, \(comparison)"
        return .init(.movedFarEnough, distance >= needed, text)
    }

    private func areaCheck(of situation: WidgetSituation) -> Explanation.Check {
        guard let area = machine.positioning.reducedLocation.area else { return Self.noFixCheck }
        guard let told = situation.record.toldArea else { return Self.nothingToldCheck }
        let comparison = area == told ? "the one" : "another than the one"
        return .init(.movedFarEnough, area != told, "the area is \(comparison) that was told")
    }

    private static let noFixCheck = Explanation.Check(
        .movedFarEnough,
        false,
        "no fix has come since the service started"
    )
    private static let nothingToldCheck = Explanation.Check(.movedFarEnough, true, "nothing was told yet")

    private func reloadChecks(of situation: WidgetSituation, _ pending: ReloadReason?) -> [Explanation.Check]
    {
        let (record, kind) = (situation.record, situation.kind)
        let pendingText = pending.map { "a reload is pending because \($0.text)" }
        let free = pending.flatMap { widgets.exemption($0, of: record, machine.presence, turn) }
        let session = machine.presence.providers.session(serving: kind)
        let launch = machine.programs.obstacle(toProgramOf: kind.app, machine.people, turn)
        let providerText = session.map { "provider \($0) serves its kind" } ?? launch?.text
        let (outstanding, failure) = (
            widgets.answerWait(of: record, turn), widgets.retryWait(of: record, turn)
        )
        return [
            .init(.reloadPending, pending != nil, pendingText ?? "no reload is pending"),
            budgetCheck(of: situation.widget, free),
            .init(.providerConnected, session != nil, providerText ?? ReloadWait.noProvider.text),
            .init(.providerAnswered, outstanding == nil, outstanding?.text ?? "no request is unanswered"),
            .init(.providerSucceeded, failure == nil, failure?.text ?? "no wait after a failure is left"),
        ]
    }

    private func budgetCheck(of widget: WidgetIdentifier, _ exemption: ReloadCharge.Exemption?)
        -> Explanation.Check
    {
        guard let budget = budget(of: widget) else { return .init(.budgetAllows, true, "the budget is off") }
        let has =
            "its budget has \(budget.wholeSaved) of \(Int(budget.capacity)) reloads left, "
            + "\(Int(budget.dailyReloads)) a day"
        switch exemption {
        case .reason: return .init(.budgetAllows, true, "the pending reload is free; \(has)")
        case .appInUse:
            return .init(.budgetAllows, true, "the pending reload is free while its app is in use; \(has)")
        case .budgetOff, nil:
            guard let next = budget.nextAt else { return .init(.budgetAllows, true, has) }
            let wait = ReloadWait.overBudget(remaining: turn.now.utc.duration(to: next))
            return .init(.budgetAllows, false, wait.text)
        }
    }
}

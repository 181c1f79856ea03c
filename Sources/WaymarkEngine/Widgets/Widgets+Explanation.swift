package import LocationModel

// Why a widget gets a location or not, and what its next reload waits for.
extension Widgets {
    func status(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> WidgetStatus? {
        guard let record = table[widget] else { return nil }
        return WidgetStatus(
            widget: widget,
            kind: record.saved.kind,
            setup: machine.people.details(of: record.saved.kind).completed(record.saved.setup),
            hostKey: record.saved.hostKey,
            use: record.use(at: turn.now.instant),
            pending: pendingReload(of: widget, machine, turn),
            timelineDeliveredAt: record.saved.timeline?.deliveredAt,
            reloadWait: reloadWait(of: widget, machine, turn)
        )
    }

    // MARK: The next reload

    /// Returns what a widget's next reload waits for; `nil` when it waits for nothing, or none is to be made.
    func reloadWait(of widget: WidgetIdentifier, _ machine: Machine, _ turn: Turn) -> ReloadWait? {
        guard let situation = situation(of: widget, machine, turn) else { return nil }
        guard let reason = pendingReload(of: situation, machine) else {
            return scheduledWait(of: situation.record, machine.presence, turn)
        }
        guard case .wait(let wait) = step(of: situation, reason, machine, turn) else { return nil }
        return wait
    }

    private func scheduledWait(of record: WidgetRecord, _ presence: Presence, _ turn: Turn) -> ReloadWait? {
        guard let scheduled = record.scheduled else { return nil }
        let date = remaining(until: turn.now.instant(of: scheduled.date), turn)
        let interval = remaining(until: scheduled.intervalEnd, turn)
        // When it is due, it waits on for a budget that allows none yet.
        if let budget = budgetWait(for: scheduled.reason, of: record, presence, turn),
            budget > max(date, interval)
        {
            return .overBudget(remaining: budget)
        }
        return date > interval ? .date(remaining: date) : .interval(remaining: interval)
    }

    /// Returns the next step of a widget's pending reload.
    func step(
        of situation: WidgetSituation,
        _ reason: ReloadReason,
        _ machine: Machine,
        _ turn: Turn
    ) -> ReloadStep {
        let (record, kind) = (situation.record, situation.kind)
        if let wait = answerWait(of: record, turn) ?? retryWait(of: record, turn) { return .wait(wait) }
        let session = machine.presence.providers.session(serving: kind)
        let program = session == nil ? machine.people.program(of: kind.app) : nil
        if session == nil, program == nil { return .wait(.noProvider) }
        if let remaining = budgetWait(for: reason, of: record, machine.presence, turn) {
            return .wait(.overBudget(remaining: remaining))
        }
        let location = location(for: situation, machine, turn)
        // A widget without content does not wait.
        let mayWait = reason.waitsForUse && record.saved.timeline != nil
        switch location {
        case .absent(.unauthorized) where mayWait && situation.right == .awaitsConfirmation:
            return .wait(.alwaysUnconfirmed)
        case .absent(.insufficientlyInUse) where mayWait:
            guard case .notInUse(let since) = record.use(at: turn.now.instant) else { break }
            return .wait(.notInUse(lastInView: since))
        case .absent(.pausedByPerson) where record.saved.timeline?.knewLocation == true:
            // What was made with a location stays, rather than be replaced by what is made without.
            guard let pause = machine.people.currentPause(of: kind.app.user) else { break }
            return .wait(.paused(until: pause.until))
        case .absent(.locationUnknown) where session != nil:
            let end = record.reload.fixAwaitedUntil ?? turn.now.instant + turn.settings.fixTimeout
            if end > turn.now.instant { return .wait(.fix(remaining: remaining(until: end, turn))) }
        case .absent, .location: break
        }
        if let session { return .request(session, location) }
        guard let program else { return .wait(.noProvider) }
        let obstacle = machine.programs.obstacle(to: program, of: kind.app, machine.people, turn)
        return obstacle.map { .wait(.launch(obstacle: $0)) } ?? .launch(program)
    }

    private func answerWait(of record: WidgetRecord, _ turn: Turn) -> ReloadWait? {
        record.reload.outstanding.map {
            .answerOutstanding($0.request, remaining: remaining(until: $0.deadline, turn))
        }
    }

    private func retryWait(of record: WidgetRecord, _ turn: Turn) -> ReloadWait? {
        guard let retryAt = record.reload.retryAt, retryAt > turn.now.instant else { return nil }
        return .backingOff(remaining: remaining(until: retryAt, turn))
    }

    private func remaining(until instant: MonotonicInstant?, _ turn: Turn) -> Duration {
        max(instant.map { turn.now.instant.duration(to: $0) } ?? turn.settings.fixTimeout, .zero)
    }

    // MARK: Explanation

    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    func explanation(
        of widget: WidgetIdentifier,
        tellsOfMovement: Bool,
        _ machine: Machine,
        _ turn: Turn
    ) -> Explanation {
        guard let situation = situation(of: widget, machine, turn) else {
            return Explanation(checks: [], pending: nil, wait: nil)
        }
        let all = movementChecks(of: situation, machine.positioning, turn)
        let withheld = "told only to users who have authorized an app"
        let movement: [Explanation.Check] =
            tellsOfMovement ? all : all.map { .init($0.condition, nil, withheld) }
        return Explanation(
            checks: permissionChecks(of: situation, machine, turn) + [fixCheck(of: situation, machine, turn)]
                + movement + reloadChecks(of: widget, situation, machine, turn),
            pending: pendingReload(of: situation, machine),
            wait: reloadWait(of: widget, machine, turn)
        )
    }

    private func permissionChecks(
        of situation: WidgetSituation,
        _ machine: Machine,
        _ turn: Turn
    ) -> [Explanation.Check] {
        let (kind, people, authorization) = (situation.kind, machine.people, situation.authorization)
        let (app, user) = (kind.app.app, kind.app.user)
        let (services, limits) = (people.services, authorization.limits)
        // The policy and the switch are conditions of their own.
        var decided = authorization
        decided.limits.subtract([.forbidden, .servicesOff])
        let (isAuthorized, isDecided) = (decided.status.isAuthorized, decided.status != .notDetermined)
        let isAppInUse =
            machine.presence.use(of: kind.app, at: turn.now.instant).isInUse
            && !people.refusedToWidgets.contains(kind.app)
        let use = situation.record.use(at: turn.now.instant)
        let isInUse = use.isInUse || isAuthorized && isAppInUse || decided.allowsOutOfUse
        let useText = text(of: use, decided, isAppInUse: isAppInUse, window: turn.settings.inUseWindow)
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
            "\(LiveDiagnostic.text([.pausedByPerson], pausedUntil: $0.until)); 'waymarkctl resume' ends that"
        }
        let checks: [Explanation.Check] = [
            .init(
                .registered,
                isRegistered,
                "\(app) has \(isRegistered ? "" : "not ")registered the kind '\(kind.kind)'"
            ),
            .init(
                .wantsLocation,
                situation.wantsLocation,
                "its kind wants \(situation.wantsLocation ? "a" : "no") location"
            ),
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
            .init(.inUse, isInUse, useText),
        ]
        guard situation.ground == .sharedOnce, let share = situation.record.share else { return checks }
        let remaining = turn.now.instant.duration(to: share.until)
        let shared = "the person shared the location by a click, with a reload in the next \(remaining.words)"
        let given: [Explanation.Condition] = [.purposeStated, .appAuthorized, .widgetsAuthorized, .inUse]
        return checks.map { given.contains($0.condition) ? .init($0.condition, true, shared) : $0 }
    }

    private func text(
        of use: WidgetUse,
        _ decided: Authorization,
        isAppInUse: Bool,
        window: Duration
    ) -> String {
        switch use {
        case .inView: "it is in view"
        case .alwaysInView: "it is always in view: its host's surface is"
        case .inWindow(let since, let remaining):
            "it was last in view \(since.words) ago, and is in use for another \(remaining.words)"
        case .notInUse where decided.status.isAuthorized && isAppInUse: "its app is in use"
        case .notInUse where decided.allowsOutOfUse: "it is not in use, but its app may always know"
        case .notInUse where decided.isUnconfirmed:
            "it is not in use, and \(ReloadWait.alwaysUnconfirmed.obstacle)"
        case .notInUse(let since?):
            "it was last in view \(since.words) ago, and was in use for \(window.words) after that"
        case .notInUse(nil): "it was never in view since the service started"
        }
    }

    private func fixCheck(
        of situation: WidgetSituation,
        _ machine: Machine,
        _ turn: Turn
    ) -> Explanation.Check {
        let positioning = machine.positioning
        let stated = "the place that the machine's owner stated stands in for a fix"
        if positioning.statedPlaceIsUsed { return .init(.fixFresh, true, stated) }
        let lifetime = turn.settings.fixLifetime
        let age = positioning.fixes.latest?.receivedAt.duration(to: turn.now.instant)
        if let age, age <= lifetime { return .init(.fixFresh, true, "the last fix is \(age.words) old") }
        // A reload of a widget that may know has receivers go on, and waits for a fix.
        if situation.ground != nil {
            let limit = remaining(until: situation.record.reload.fixAwaitedUntil, turn)
            let wait = positioning.waitForStatedPlace(receiversAreOn: machine.power.isOn, turn)
            if let wait, wait <= limit {
                let text = wait == .zero ? stated : "\(stated), if none comes in \(wait.words)"
                return .init(.fixFresh, true, text)
            }
            if machine.receiversExpectFix {
                let last = age.map { "the last fix is \($0.words) old" } ?? "no fix has come yet"
                let text =
                    "\(last); the receivers are off, but go on for a reload, "
                    + "which waits for \(limit.words) at most"
                return .init(.fixFresh, true, text)
            }
        }
        guard machine.power.isOn else {
            let text =
                age.map { "the last credible fix is \($0.words) old, and the receivers are off" }
                ?? "the receivers are off, and have given no fix yet"
            return .init(.fixFresh, false, text)
        }
        var text =
            age.map { "the last credible fix is \($0.words) old, older than \(lifetime.words)" }
            ?? "the receivers have given no credible fix yet"
        switch positioning.causeOfMissingFix(turn) {
        // Another condition says it.
        case .inDoubt, .receiver(_, .off, _, _), .receiver(_, .fixed, _, _): break
        case let cause: text += "; \(RequestAbsence.locationUnknown(cause: cause).text)"
        }
        return .init(.fixFresh, false, text)
    }

    private func movementChecks(
        of situation: WidgetSituation,
        _ positioning: Positioning,
        _ turn: Turn
    ) -> [Explanation.Check] {
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
            return [believed, areaCheck(of: situation, positioning), .init(.intervalPassed, nil, text)]
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
        return [
            believed, distanceCheck(positioning, turn),
            .init(.intervalPassed, (remaining ?? .zero) == .zero, text),
        ]
    }

    private func distanceCheck(_ positioning: Positioning, _ turn: Turn) -> Explanation.Check {
        guard let fix = positioning.latestPlace(turn)?.fix else { return Self.noFixCheck }
        guard let place = positioning.lastNotified else { return Self.nothingToldCheck }
        let distance = place.coordinate.distanceMeters(to: fix.coordinate)
        let needed = turn.settings.significantChange.distanceMeters
        let from = fix.source == .stated ? "the stated place" : "the last fix"
        let comparison = distance < needed ? "nearer than \(Int(needed)) m" : "\(Int(needed)) m or more"
        let text = "\(from) is \(Int(distance)) m from the place of the last change, \(comparison)"
        return .init(.movedFarEnough, distance >= needed, text)
    }

    private func areaCheck(of situation: WidgetSituation, _ positioning: Positioning) -> Explanation.Check {
        guard let area = positioning.reducedLocation.area else { return Self.noFixCheck }
        guard let told = situation.record.toldArea else { return Self.nothingToldCheck }
        let text =
            area == told
            ? "the area is the one that was told" : "the area is another than the one that was told"
        return .init(.movedFarEnough, area != told, text)
    }

    private static let noFixCheck = Explanation.Check(
        .movedFarEnough,
        false,
        "no fix has come since the service started"
    )
    private static let nothingToldCheck = Explanation.Check(.movedFarEnough, true, "nothing was told yet")

    private func reloadChecks(
        of widget: WidgetIdentifier,
        _ situation: WidgetSituation,
        _ machine: Machine,
        _ turn: Turn
    ) -> [Explanation.Check] {
        let (record, kind) = (situation.record, situation.kind)
        let pending = pendingReload(of: situation, machine)
        let pendingText = pending.map { "a reload is pending because \($0.text)" }
        let free = pending.flatMap { exemption($0, of: record, machine.presence, turn) }
        let session = machine.presence.providers.session(serving: kind)
        let launch = machine.people.program(of: kind.app).flatMap {
            machine.programs.obstacle(to: $0, of: kind.app, machine.people, turn)
        }
        let providerText = session.map { "provider \($0) serves its kind" } ?? launch?.text
        let (outstanding, failure) = (answerWait(of: record, turn), retryWait(of: record, turn))
        return [
            .init(.reloadPending, pending != nil, pendingText ?? "no reload is pending"),
            budgetCheck(of: widget, free, turn),
            .init(.providerConnected, session != nil, providerText ?? ReloadWait.noProvider.obstacle),
            .init(.providerAnswered, outstanding == nil, outstanding?.obstacle ?? "no request is unanswered"),
            .init(.providerSucceeded, failure == nil, failure?.obstacle ?? "no wait after a failure is left"),
        ]
    }

    private func budgetCheck(
        of widget: WidgetIdentifier,
        _ exemption: ReloadCharge.Exemption?,
        _ turn: Turn
    ) -> Explanation.Check {
        guard let budget = budget(of: widget, turn) else {
            return .init(.budgetAllows, true, "the budget is off")
        }
        let left =
            "\(budget.wholeSaved) of \(Int(budget.capacity)) reloads left, \(Int(budget.dailyReloads)) a day"
        switch exemption {
        case .reason:
            return .init(.budgetAllows, true, "the pending reload is free; its budget has \(left)")
        case .appInUse:
            let text = "the pending reload is free while its app is in use; its budget has \(left)"
            return .init(.budgetAllows, true, text)
        case .budgetOff, nil:
            let wait = budget.nextAt.map { turn.now.utc.duration(to: $0).words }
            let text = wait.map { "its budget is used up, and allows the next in \($0)" }
            let holds = wait == nil || exemption != nil
            return .init(.budgetAllows, holds, text ?? "its budget has \(left)")
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

package struct WidgetStatus: Hashable, Sendable {
    package let widget: WidgetIdentifier
    package let kind: KindKey

    /// Its family and complete configuration.
    package let setup: WidgetSetup

    /// The key by which its host finds it again, if it was placed with one.
    package let hostKey: HostKey?
    package let use: WidgetUse

    package let pending: ReloadReason?
    package let timelineDeliveredAt: UTCInstant?

    /// What its next reload waits for; `nil` when it waits for nothing, or none is to be made.
    package let reloadWait: ReloadWait?
}

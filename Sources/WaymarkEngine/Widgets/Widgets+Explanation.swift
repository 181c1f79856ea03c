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
        switch step(of: situation, reason, machine, turn) {
        case .hold(let obstacle): return .obstacle(obstacle)
        case .awaitFix:
            return .fix(remaining: remaining(until: situation.record.reload.fixAwaitedUntil, turn))
        case .request, .launch: return nil
        }
    }

    private func scheduledWait(of record: WidgetRecord, _ presence: Presence, _ turn: Turn) -> ReloadWait? {
        guard let scheduled = record.scheduled else { return nil }
        let date = remaining(until: turn.now.instant(of: scheduled.date), turn)
        let interval = remaining(until: scheduled.intervalEnd, turn)
        // When it is due, it waits on for a budget that allows none yet.
        if let budget = budgetWait(for: scheduled.reason, of: record, presence, turn),
            budget > max(date, interval)
        {
            return .obstacle(.overBudget(remaining: budget))
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
        if let outstanding = record.reload.outstanding {
            let left = remaining(until: outstanding.deadline, turn)
            return .hold(.answerOutstanding(outstanding.request, remaining: left))
        }
        if let retryAt = record.reload.retryAt, retryAt > turn.now.instant {
            return .hold(.backingOff(remaining: remaining(until: retryAt, turn)))
        }
        let session = machine.presence.providers.session(serving: kind)
        let program = session == nil ? machine.people.program(of: kind.app) : nil
        if session == nil, program == nil { return .hold(.noProvider) }
        if let remaining = budgetWait(for: reason, of: record, machine.presence, turn) {
            return .hold(.overBudget(remaining: remaining))
        }
        let location = location(for: situation, machine, turn)
        // A widget without content does not wait.
        let mayWait = reason.waitsForUse && record.saved.timeline != nil
        switch location {
        case .absent(.unauthorized) where mayWait && situation.right == .awaitsConfirmation:
            return .hold(.alwaysUnconfirmed)
        case .absent(.insufficientlyInUse) where mayWait:
            guard case .notInUse(let since) = record.use(at: turn.now.instant) else { break }
            return .hold(.notInUse(lastInView: since))
        case .absent(.pausedByPerson) where record.saved.timeline?.knewLocation == true:
            // What was made with a location stays, rather than be replaced by what is made without.
            guard let pause = machine.people.pauses.current(of: kind.app.user) else { break }
            return .hold(.paused(until: pause.until))
        case .absent(.locationUnknown) where session != nil:
            if record.reload.fixAwaitedUntil.map({ $0 > turn.now.instant }) ?? true { return .awaitFix }
        case .absent, .location: break
        }
        if let session { return .request(session, location) }
        guard let program else { return .hold(.noProvider) }
        let obstacle = machine.programs.obstacle(to: program, of: kind.app, machine.people, turn)
        return obstacle.map { .hold(.launch($0)) } ?? .launch(program)
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
        let movement = tellsOfMovement ? all : all.map { .withheld($0.condition) }
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
        // The policy and the switch are conditions of their own.
        var decided = authorization
        decided.limits.subtract([.forbidden, .servicesOff])
        let isAppInUse =
            machine.presence.use(of: kind.app, at: turn.now.instant).isInUse
            && !people.isRefusedToWidgets(of: kind.app)
        let checks: [Explanation.Check] = [
            .registered(kind, people.kinds[kind] != nil),
            .wantsLocation(situation.wantsLocation),
            .purposeStated(
                people.manifest(of: kind.app)?.whenInUsePurpose != nil,
                isDecided: decided.status != .notDetermined
            ),
            .servicesOn(
                !people.services.isOff(for: kind.app.user),
                offForEverybody: people.services.isOffForEverybody
            ),
            .allowedByPolicy(authorization.limits.intersection(.ofPolicy)),
            .appAuthorized(kind.app.app, decided),
            .widgetsAuthorized(decided, isAppInUse: isAppInUse),
            .accuracy(
                authorization.status.isAuthorized || situation.ground == .sharedOnce
                    ? situation.accuracy : nil
            ),
            .notPaused(until: people.pauses.current(of: kind.app.user)?.until),
            .inUse(
                situation.record.use(at: turn.now.instant),
                decided,
                isAppInUse: isAppInUse,
                window: turn.settings.inUseWindow
            ),
        ]
        guard situation.ground == .sharedOnce, let share = situation.record.share else { return checks }
        let remaining = turn.now.instant.duration(to: share.until)
        return checks.map { check in
            switch check.condition {
            case .purposeStated, .appAuthorized, .widgetsAuthorized, .inUse:
                .sharedOnce(check.condition, remaining: remaining)
            default: check
            }
        }
    }

    private func fixCheck(
        of situation: WidgetSituation,
        _ machine: Machine,
        _ turn: Turn
    ) -> Explanation.Check {
        let (positioning, now) = (machine.positioning, turn.now.instant)
        if positioning.statedPlaceIsUsed { return .placeStated(after: .zero) }
        var receivers: Explanation.Receivers = machine.power.isOn ? .on : .off
        let hasFix = positioning.freshFix(turn) != nil
        // A reload of a widget that may know has receivers go on, and waits for a fix.
        if !hasFix, situation.ground != nil {
            let end = situation.record.reload.fixAwaitedUntil
            let limit = end.map { max(now.duration(to: $0), .zero) } ?? turn.settings.fixTimeout
            if machine.receiversExpectFix { receivers = .pause(reloadWaits: limit) }
            let wait = positioning.waitForStatedPlace(receiversAreOn: machine.power.isOn, turn)
            if let wait, wait <= limit { return .placeStated(after: wait) }
        }
        var cause: UnknownLocationCause?
        if machine.power.isOn, !hasFix {
            switch positioning.causeOfMissingFix(turn) {
            // Another condition says it.
            case .inDoubt, .receiver(_, .off, _, _), .receiver(_, .fixed, _, _): break
            case let other: cause = other
            }
        }
        return .fixFresh(
            age: positioning.fixes.latest?.receivedAt.duration(to: now),
            lifetime: turn.settings.fixLifetime,
            receivers,
            cause: cause
        )
    }

    private func movementChecks(
        of situation: WidgetSituation,
        _ positioning: Positioning,
        _ turn: Turn
    ) -> [Explanation.Check] {
        guard situation.authorization.accuracy == .full else {
            // The latest fix is not compared with the area, because that would tell when the machine left it.
            let movement: Explanation.Movement =
                if let area = positioning.area {
                    situation.record.toldArea.map { .area(isAnother: $0 != area) } ?? .nothingTold
                } else {
                    .noFix
                }
            return [
                .fixBelieved(positioning.doubt, positioning.trust), .movedFarEnough(movement),
                .areaComputed(every: ReducedLocation.interval),
            ]
        }
        return [
            .fixBelieved(positioning.doubt, positioning.trust), .movedFarEnough(movement(positioning, turn)),
            .intervalPassed(
                turn.settings.significantChange.interval,
                remaining: positioning.remainingInterval(turn)
            ),
        ]
    }

    private func movement(_ positioning: Positioning, _ turn: Turn) -> Explanation.Movement {
        guard let fix = positioning.latestPlace(turn)?.fix else { return .noFix }
        guard let place = positioning.lastNotified else { return .nothingTold }
        return .distance(
            meters: place.coordinate.distanceMeters(to: fix.coordinate),
            neededMeters: turn.settings.significantChange.distanceMeters,
            isStated: fix.source == .stated
        )
    }

    private func reloadChecks(
        of widget: WidgetIdentifier,
        _ situation: WidgetSituation,
        _ machine: Machine,
        _ turn: Turn
    ) -> [Explanation.Check] {
        let (record, kind, now) = (situation.record, situation.kind, turn.now)
        let outstanding = record.reload.outstanding
        let answerIn = outstanding.map { max(now.instant.duration(to: $0.deadline), .zero) } ?? .zero
        let retryIn = record.reload.retryAt.map { now.instant.duration(to: $0) }.flatMap {
            $0 > .zero ? $0 : nil
        }
        let pending = pendingReload(of: situation, machine)
        let budget = budget(of: widget, turn)
        return [
            .reloadPending(pending),
            .budgetAllows(
                budget,
                next: budget?.nextAt.map { now.utc.duration(to: $0) },
                free: pending.flatMap { exemption($0, of: record, machine.presence, turn) }
            ),
            .providerConnected(
                machine.presence.providers.session(serving: kind),
                machine.people.program(of: kind.app).flatMap {
                    machine.programs.obstacle(to: $0, of: kind.app, machine.people, turn)
                }
            ),
            .providerAnswered(outstanding?.request, remaining: answerIn),
            .providerSucceeded(retryIn: retryIn),
        ]
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

    /// The reason of its pending reload, if any.
    package let pending: ReloadReason?
    package let timelineDeliveredAt: UTCInstant?

    /// What its next reload waits for; `nil` when it waits for nothing, or none is to be made.
    package let reloadWait: ReloadWait?
}

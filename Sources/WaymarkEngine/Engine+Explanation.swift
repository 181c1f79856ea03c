package import LocationModel

extension Engine {
    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        guard let situation = situation(of: widget) else {
            return Explanation(checks: [], pending: nil, wait: nil)
        }
        let record = situation.record
        let all = movementChecks(of: record)
        let movement = tellsOfMovement ? all : all.map { .withheld($0.condition) }
        return Explanation(
            checks: permissionChecks(of: record) + [fixCheck(of: situation)] + movement
                + reloadChecks(of: widget, record),
            pending: pendingReload(of: widget),
            wait: reloadWait(of: widget)
        )
    }

    private func permissionChecks(of record: WidgetRecord) -> [Explanation.Check] {
        let kind = record.saved.kind
        let authorization = authorization(of: kind.app)
        // The policy and the switch are conditions of their own.
        var decided = authorization
        decided.limits.subtract([.forbidden, .servicesOff])
        let isAppInUse =
            machine.presence.use(of: kind.app, at: now.instant).isInUse && !machine.people.isRefusedToWidgets(of: kind.app)
        return [
            .registered(kind, machine.people.kinds[kind] != nil),
            .wantsLocation(wantsLocation(kind)),
            .purposeStated(
                manifest(of: kind.app)?.whenInUsePurpose != nil,
                isDecided: decided.status != .notDetermined
            ),
            .servicesOn(
                !machine.people.services.isOff(for: kind.app.user),
                offForEverybody: machine.people.services.isOffForEverybody
            ),
            .allowedByPolicy(authorization.limits.intersection(.ofPolicy)),
            .appAuthorized(kind.app.app, decided),
            .widgetsAuthorized(decided, isAppInUse: isAppInUse),
            .accuracy(authorization.status.isAuthorized ? authorization.accuracy : nil),
            .inUse(
                record.use(at: now.instant),
                decided,
                isAppInUse: isAppInUse,
                window: settings.inUseWindow
            ),
        ]
    }

    private func fixCheck(of situation: WidgetSituation) -> Explanation.Check {
        if statedPlaceIsUsed { return .placeStated(after: .zero) }
        var receivers: Explanation.Receivers = machine.power.isOn ? .on : .off
        // A reload of a widget that may know has receivers go on, and waits for a fix.
        if freshFix == nil, situation.ground != nil {
            let end = situation.record.reload.fixAwaitedUntil
            let limit = end.map { max(now.instant.duration(to: $0), .zero) } ?? settings.fixTimeout
            if receiversExpectFix { receivers = .pause(reloadWaits: limit) }
            if let wait = waitForStatedPlace, wait <= limit { return .placeStated(after: wait) }
        }
        return .fixFresh(
            age: fixes.latest?.receivedAt.duration(to: now.instant),
            lifetime: settings.fixLifetime,
            receivers,
            cause: causeOfMissingFix
        )
    }

    /// Whether receivers are off or pause, and are expected to have a fix soon after they go on for somebody.
    var receiversExpectFix: Bool {
        !machine.power.isOn && someReceiverCanGive && machine.power.pause?.followsSearchInVain != true
    }

    /// The time until the stated place stands in for a fix, if somebody waits for one from now on.
    private var waitForStatedPlace: Duration? {
        machine.positioning.waitForStatedPlace(receiversAreOn: machine.power.isOn, turn)
    }

    /// Why receivers that are on give no fix; `nil` if they do, or if another condition says it.
    private var causeOfMissingFix: UnknownLocationCause? {
        guard machine.power.isOn, freshFix == nil else { return nil }
        let cause = causeOfUnknownLocation(since: now.instant - settings.fixLifetime)
        switch cause {
        case .inDoubt, .receiver(_, .off, _, _), .receiver(_, .fixed, _, _): return nil
        case .noReceiver, .receiver: return cause
        }
    }

    private func movementChecks(of record: WidgetRecord) -> [Explanation.Check] {
        guard authorization(of: record.saved.kind.app).accuracy == .full else {
            return [.fixBelieved(machine.positioning.doubt)] + areaChecks(of: record)
        }
        let remaining = machine.positioning.remainingInterval(turn)
        return [
            .fixBelieved(machine.positioning.doubt),
            .movedFarEnough(movement),
            .intervalPassed(settings.significantChange.interval, remaining: remaining),
        ]
    }

    private var movement: Explanation.Movement {
        guard let fix = latestPlace?.fix else { return .noFix }
        guard let place = machine.positioning.lastNotified else { return .nothingTold }
        return .distance(
            meters: place.coordinate.distanceMeters(to: fix.coordinate),
            neededMeters: settings.significantChange.distanceMeters,
            isStated: fix.source == .stated
        )
    }

    private func areaChecks(of record: WidgetRecord) -> [Explanation.Check] {
        // The latest fix is not compared with the area, because that would tell when the machine left it.
        let movement: Explanation.Movement =
            if let area = machine.positioning.area {
                record.toldArea.map { .area(isAnother: $0 != area) } ?? .nothingTold
            } else {
                .noFix
            }
        return [.movedFarEnough(movement), .areaComputed(every: ReducedLocation.interval)]
    }

    private func reloadChecks(of widget: WidgetIdentifier, _ record: WidgetRecord) -> [Explanation.Check] {
        let outstanding = record.reload.outstanding
        let answerIn = outstanding.map { max(now.instant.duration(to: $0.deadline), .zero) } ?? .zero
        let retryIn = record.reload.retryAt.map { now.instant.duration(to: $0) }.flatMap {
            $0 > .zero ? $0 : nil
        }
        let pending = pendingReload(of: widget)
        let budget = budget(of: widget)
        return [
            .reloadPending(pending),
            .budgetAllows(
                budget,
                next: budget?.nextAt.map { now.utc.duration(to: $0) },
                free: pending.flatMap { exemption($0, of: record) }
            ),
            .providerConnected(
                machine.presence.providers.session(serving: record.saved.kind),
                program(of: record.saved.kind.app).flatMap { launchObstacle(of: record.saved.kind.app, $0) }
            ),
            .providerAnswered(outstanding?.request, remaining: answerIn),
            .providerSucceeded(retryIn: retryIn),
        ]
    }
}

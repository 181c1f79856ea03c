package import LocationModel

extension Engine {
    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        guard let record = widgets[widget] else { return Explanation(checks: [], pending: nil, wait: nil) }
        let all = movementChecks(of: record)
        let movement = tellsOfMovement ? all : all.map { .withheld($0.condition) }
        return Explanation(
            checks: permissionChecks(of: record) + [fixCheck] + movement + reloadChecks(of: widget, record),
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
            appUse.use(of: kind.app, at: now.instant).isInUse && !appUse.isRefusedToWidgets(of: kind.app)
        return [
            .registered(kind, saved.kinds[kind] != nil),
            .wantsLocation(wantsLocation(kind)),
            .purposeStated(
                manifest(of: kind.app)?.whenInUsePurpose != nil,
                isDecided: decided.status != .notDetermined
            ),
            .servicesOn(
                !saved.services.isOff(for: kind.app.user),
                offForEverybody: saved.services.isOffForEverybody
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

    private var fixCheck: Explanation.Check {
        if statedPlaceIsUsed { return .placeStated }
        return .fixFresh(
            age: fixes.latest?.receivedAt.duration(to: now.instant),
            lifetime: settings.fixLifetime,
            receiversAreOn: demand.isOn,
            cause: causeOfMissingFix
        )
    }

    /// Why receivers that are on give no fix; `nil` if they do, or if another condition says it.
    private var causeOfMissingFix: UnknownLocationCause? {
        guard demand.isOn, freshFix == nil else { return nil }
        let cause = causeOfUnknownLocation(since: now.instant - settings.fixLifetime)
        switch cause {
        case .inDoubt, .receiver(_, .off, _, _), .receiver(_, .fixed, _, _): return nil
        case .noReceiver, .receiver: return cause
        }
    }

    private func movementChecks(of record: WidgetRecord) -> [Explanation.Check] {
        guard authorization(of: record.saved.kind.app).accuracy == .full else {
            return [.fixBelieved(doubt)] + areaChecks(of: record)
        }
        // The interval is measured on the receiver's time line, because a recording may be played fast.
        let remaining = significantChange.remainingInterval(at: now.instant)
        return [
            .fixBelieved(doubt),
            .movedFarEnough(movement),
            .intervalPassed(settings.significantChange.interval, remaining: remaining),
        ]
    }

    private var movement: Explanation.Movement {
        guard let fix = (freshFix ?? fixes.latest)?.fix else { return .noFix }
        guard let place = significantChange.lastNotified else { return .nothingTold }
        return .distance(
            meters: place.coordinate.distanceMeters(to: fix.coordinate),
            neededMeters: settings.significantChange.distanceMeters
        )
    }

    private func areaChecks(of record: WidgetRecord) -> [Explanation.Check] {
        // The latest fix is not compared with the area, because that would tell when the machine left it.
        let movement: Explanation.Movement =
            if let area = reducedLocation.area {
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
                providers.session(serving: record.saved.kind),
                program(of: record.saved.kind.app).flatMap { launchObstacle(of: record.saved.kind.app, $0) }
            ),
            .providerAnswered(outstanding?.request, remaining: answerIn),
            .providerSucceeded(retryIn: retryIn),
        ]
    }
}

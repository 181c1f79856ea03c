package import LocationModel

/// What a widget's next reload waits for: the pending one, or else the one that its timeline schedules.
package enum ReloadWait: Hashable, Sendable {
    /// The end of an obstacle to the pending reload.
    case obstacle(ReloadObstacle)

    /// A believed fix; the pending reload goes ahead without one after `remaining`.
    case fix(remaining: Duration)

    /// The date that the timeline names.
    case date(remaining: Duration)

    /// The end of the least interval since the last timeline, because the date has come or comes sooner.
    case interval(remaining: Duration)
}

extension ReloadWait {
    /// A wait without its evidence, which varies with time.
    package enum Kind: Hashable, Codable, Sendable {
        case obstacle(ReloadObstacle.Kind)
        case fix
        case date
        case interval
    }

    /// The wait without its evidence.
    package var kind: Kind {
        switch self {
        case .obstacle(let obstacle): .obstacle(obstacle.kind)
        case .fix: .fix
        case .date: .date
        case .interval: .interval
        }
    }

    /// Whether it is the wait for the budget.
    package var isForBudget: Bool { if case .obstacle(.overBudget) = self { true } else { false } }

    /// The time until the wait ends, if that is known.
    package var remaining: Duration? {
        switch self {
        case .obstacle(.answerOutstanding(_, let remaining)), .obstacle(.backingOff(let remaining)),
            .obstacle(.overBudget(let remaining)), .fix(let remaining), .date(let remaining),
            .interval(let remaining):
            remaining
        case .obstacle(.notInUse), .obstacle(.alwaysUnconfirmed), .obstacle(.noProvider), .obstacle(.launch):
            nil
        }
    }
}

/// The next step of a pending reload.
enum ReloadStep {
    /// It is held.
    case hold(ReloadObstacle)

    /// It waits for a fix.
    case awaitFix

    /// The app's program is started.
    case launch(AppProgram)

    /// The timeline is requested from a provider, with the location or the reason for its absence.
    case request(SessionIdentifier, LocationAnswer)
}

extension Engine {
    /// Returns what a widget's next reload waits for; `nil` when it waits for nothing, or none is to be made.
    package func reloadWait(of widget: WidgetIdentifier) -> ReloadWait? {
        guard let situation = situation(of: widget) else { return nil }
        guard let reason = pendingReload(of: situation) else { return scheduledWait(of: situation.record) }
        switch step(of: situation, reason) {
        case .hold(let obstacle): return .obstacle(obstacle)
        case .awaitFix: return .fix(remaining: remaining(until: situation.record.reload.fixAwaitedUntil))
        case .request, .launch: return nil
        }
    }

    private func scheduledWait(of record: WidgetRecord) -> ReloadWait? {
        guard let scheduled = record.scheduled else { return nil }
        let date = now.instant(of: scheduled.date)
        if date > scheduled.intervalEnd { return .date(remaining: remaining(until: date)) }
        return .interval(remaining: remaining(until: scheduled.intervalEnd))
    }

    /// Returns the next step of a widget's pending reload.
    func step(of situation: WidgetSituation, _ reason: ReloadReason) -> ReloadStep {
        let (record, kind) = (situation.record, situation.kind)
        if let outstanding = record.reload.outstanding {
            return .hold(
                .answerOutstanding(outstanding.request, remaining: remaining(until: outstanding.deadline))
            )
        }
        if let retryAt = record.reload.retryAt, retryAt > now.instant {
            return .hold(.backingOff(remaining: remaining(until: retryAt)))
        }
        let session = machine.presence.providers.session(serving: kind)
        let program = session == nil ? program(of: kind.app) : nil
        if session == nil, program == nil { return .hold(.noProvider) }
        if let remaining = budgetWait(for: reason, of: record) {
            return .hold(.overBudget(remaining: remaining))
        }
        let location = location(for: situation)
        // A widget without content does not wait.
        let mayWait = reason.waitsForUse && record.saved.timeline != nil
        switch location {
        case .absent(.unauthorized) where mayWait && situation.standing == .awaitsConfirmation:
            return .hold(.alwaysUnconfirmed)
        case .absent(.insufficientlyInUse) where mayWait:
            guard case .notInUse(let since) = record.use(at: now.instant) else { break }
            return .hold(.notInUse(lastInView: since))
        case .absent(.locationUnknown) where session != nil:
            if record.reload.fixAwaitedUntil.map({ $0 > now.instant }) ?? true { return .awaitFix }
        case .absent, .location: break
        }
        if let session { return .request(session, location) }
        guard let program else { return .hold(.noProvider) }
        return launchObstacle(of: kind.app, program).map { .hold(.launch($0)) } ?? .launch(program)
    }

    private func remaining(until instant: MonotonicInstant?) -> Duration {
        max(instant.map { now.instant.duration(to: $0) } ?? settings.fixTimeout, .zero)
    }
}

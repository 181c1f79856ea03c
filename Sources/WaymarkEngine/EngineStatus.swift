package import LocationModel

/// The status of a widget.
package struct WidgetStatus: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// Its kind.
    package let kind: KindKey

    /// Its family and complete configuration.
    package let setup: WidgetSetup

    /// The key by which its host finds it again, if it was placed with one.
    package let hostKey: HostKey?

    /// Whether it counts as in use.
    package let use: WidgetUse

    /// The reason of its pending reload, if any.
    package let pending: ReloadReason?

    /// The time when its timeline was accepted.
    package let timelineDeliveredAt: UTCInstant?

    /// What its next reload waits for; `nil` when it waits for nothing, or none is to be made.
    package let reloadWait: ReloadWait?
}

/// The status of an app's program that was started, or failed.
package struct ProgramStatus: Hashable, Sendable {
    /// The app.
    package let app: AppKey

    /// The start of the program, if it runs, starts or ends.
    package let launch: LaunchIdentifier?

    /// What keeps the program from serving; `nil` while it is connected.
    package let obstacle: LaunchObstacle?
}

extension Engine {
    /// The time since when receivers have been on or off.
    package var receiversSince: MonotonicInstant { demand.since }

    /// The remaining time of the receivers' current pause.
    package var receiverPauseRemaining: Duration? {
        demand.pause.map { max(now.instant.duration(to: demand.since + $0.duration), .zero) }
    }

    /// Returns the first `limit` entitled consumers that `caller`, who is not sandboxed, may know of.
    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        consumers.first(limit, of: caller.showsForEverybody ? nil : caller.user)
    }

    /// Returns the status of a widget.
    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        guard let record = widgets[widget] else { return nil }
        return WidgetStatus(
            widget: widget,
            kind: record.saved.kind,
            setup: complete(record.saved.setup, of: record.saved.kind),
            hostKey: record.saved.hostKey,
            use: record.use(at: now.instant),
            pending: pendingReload(of: widget),
            timelineDeliveredAt: record.saved.timeline?.deliveredAt,
            reloadWait: reloadWait(of: widget)
        )
    }

    /// Returns the number of streams that `caller`, who is not sandboxed, may know of.
    package func sessionCount(visibleTo caller: Caller) -> Int {
        caller.scope.map { turn.records.usage[.sessions, of: $0] } ?? machine.presence.sessionCount
    }

    /// Whether a launcher can start programs in the session of a user.
    package func canStartPrograms(of user: UserIdentifier) -> Bool {
        launchers.session(for: user, .user) != nil
    }

    /// Returns the first `limit` programs that were started, or failed, and that `caller`, who is not sandboxed, may know of.
    package func programs(visibleTo caller: Caller, limit: Int) -> [ProgramStatus] {
        launches.apps.first(limit, of: caller.scope).compactMap { user, name in
            let app = AppKey(user: user, app: name)
            if let launch = launches[app], case .connected = launch.stage {
                return ProgramStatus(app: app, launch: launch.identifier, obstacle: nil)
            }
            guard let program = program(of: app), let obstacle = launchObstacle(of: app, program) else {
                return nil
            }
            return ProgramStatus(app: app, launch: launches[app]?.identifier, obstacle: obstacle)
        }
    }

    /// The machine's latest fix, however old.
    package var latestFix: Fix? { fixes.latest?.fix }

    /// The age of the last significant change, if any; the wall clock measures one from before the start.
    package var lastSignificantChangeAge: Duration? {
        lastChangeAt.map { $0.duration(to: now.instant) }
            ?? significantChange.lastNotified.map { max($0.notifiedAt.duration(to: now.utc), .zero) }
    }

    /// Sets the present, before queries that depend on it.
    package mutating func look(at now: Moment) { turn.now = now }
}

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
    package var receiversSince: MonotonicInstant { machine.power.since }

    /// The remaining time of the receivers' current pause.
    package var receiverPauseRemaining: Duration? {
        machine.power.pause.map { max(now.instant.duration(to: machine.power.since + $0.duration), .zero) }
    }

    /// Returns the first `limit` entitled consumers that `caller`, who is not sandboxed, may know of.
    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        machine.power.consumers.first(limit, of: caller.showsForEverybody ? nil : caller.user)
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

    /// The names of the receivers, indexed by identifier.
    package var receiverNames: [String] { machine.positioning.receiverNames }

    /// Returns the record of a receiver.
    package func receiver(_ receiver: ReceiverIdentifier) -> ReceiverRecord {
        machine.positioning.receiver(receiver)
    }

    /// The choice of the receiver that is followed.
    package var fixes: FixSelection { machine.positioning.fixes }

    /// Whether receivers are on.
    package var receiversAreOn: Bool { machine.power.isOn }

    /// The current pause of the receivers, made when only significant changes are wanted.
    package var receiverPause: ReceiverPause? { machine.power.pause }

    /// The consumers that are entitled to a location.
    package var entitledConsumers: [Consumer: EntitledConsumer] { machine.power.consumers.entitled }

    /// The consumer that receivers are on or paused for, if any.
    package var receiverNeed: EntitledConsumer? { machine.power.need }

    /// The place that the owner stated: in a call, or else in the configuration.
    package var statedPlace: StatedPlace? { machine.positioning.statedPlace(turn) }

    /// Whether the stated place stands in for a fix now.
    package var statedPlaceIsUsed: Bool { machine.positioning.statedPlaceIsUsed }

    /// Returns why the machine cannot give a feature now; `nil` if it can.
    package func obstacle(to feature: LocationFeature) -> AvailabilityObstacle? {
        feature == .beacons ? beacons.obstacle : machine.positioning.obstacle(to: feature, turn)
    }

    /// Returns why the machine lacks a capability that a manifest can require; `nil` if it has it.
    package func obstacle(to capability: DeviceCapability) -> AvailabilityObstacle? {
        machine.positioning.obstacle(to: capability, turn)
    }

    /// Returns the capabilities that an app requires and this machine certainly lacks, in the order of declaration.
    package func missingCapabilities(of manifest: AppManifest) -> [MissingCapability] {
        machine.positioning.missingCapabilities(of: manifest, turn)
    }

    /// Returns the capabilities that an app's manifest requires and this machine certainly lacks.
    package func missingCapabilities(of app: AppKey) -> [MissingCapability] {
        manifest(of: app).map { missingCapabilities(of: $0) } ?? []
    }

    /// The machine's latest fix, however old.
    package var latestFix: Fix? { fixes.latest?.fix }

    /// The age of the last significant change, if any; the wall clock measures one from before the start.
    package var lastSignificantChangeAge: Duration? {
        machine.positioning.lastChangeAge(at: now)
    }

    /// Sets the present, before queries that depend on it.
    package mutating func look(at now: Moment) { turn.now = now }
}

package import LocationModel

/// How a widget stands, for whoever looks after it.
package struct WidgetStatus: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// Its kind.
    package let kind: KindKey

    /// Whether it counts as in use.
    package let use: WidgetUse

    /// What it is owed.
    package let pending: ReloadReason?

    /// When its timeline was accepted.
    package let timelineDeliveredAt: UTCInstant?

    /// How long until the clock reloads it.
    package let nextReloadAfter: Duration?
}

extension Engine {
    /// Whether location services are on.
    package var services: ServicesSwitch { saved.services }

    /// Since when receivers have been on or off.
    package var receiversSince: MonotonicInstant { demand.since }

    /// How long the pause that receivers make will last yet.
    package var receiverPauseRemaining: Duration? {
        demand.pause.map { max(now.instant.duration(to: demand.since + $0.duration), .zero) }
    }

    /// Returns the first `limit` consumers that are entitled to a location now and that `caller` may know of.
    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        let visible = consumers.entitled.values.filter { caller.maySee($0.owner) }
        return Array(visible.sorted { $0.consumer < $1.consumer }.prefix(limit))
    }

    /// Returns how a widget stands.
    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        guard let record = widgets[widget] else { return nil }
        let scheduled = record.scheduled.map { max($0.intervalEnd, now.instant(of: $0.date)) }
        return WidgetStatus(
            widget: widget,
            kind: record.saved.kind,
            use: record.use(at: now.instant),
            pending: record.saved.pendingReload,
            timelineDeliveredAt: record.saved.timeline?.deliveredAt,
            nextReloadAfter: scheduled.map { max(now.instant.duration(to: $0), .zero) }
        )
    }

    /// Returns how many streams `caller` may know of.
    package func sessionCount(visibleTo caller: Caller) -> Int {
        providers.count(visibleTo: caller) + hosts.count(visibleTo: caller)
            + appUse.count(visibleTo: caller) + agents.count(visibleTo: caller)
    }

    /// Returns how many agents can ask `caller`, or, for root, anybody.
    package func agentCount(for caller: Caller) -> Int { agents.count(around: caller) }

    /// Returns whether `caller` may know that, and how far, the machine moves: as root, or as a user who has
    /// authorized some app.
    package func mayKnowOfMovement(_ caller: Caller) -> Bool {
        caller.user == .root
            || saved.grants.contains { app, grant in
                app.user == caller.user && grant.status != .denied
                    && authorization(of: app).status.isAuthorized
            }
    }

    /// The machine's latest fix, however old.
    package var latestFix: Fix? { fixes.latest?.fix }

    /// How long ago the last significant change was, where there ever was one; one before the start by the wall clock.
    package var lastSignificantChangeAge: Duration? {
        lastChangeAt.map { $0.duration(to: now.instant) }
            ?? significantChange.lastNotified.map { max($0.notifiedAt.duration(to: now.utc), .zero) }
    }

    /// Records the time, before questions that depend on it are asked.
    package mutating func look(at now: Moment) { self.now = now }
}

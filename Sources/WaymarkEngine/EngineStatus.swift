package import LocationModel

/// How a widget stands, for whoever looks after it.
package struct WidgetStatus: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// Its kind.
    package let kind: KindKey

    /// Whether it counts as in use.
    package let use: InUseWindows.Use

    /// What it is owed.
    package let pending: ReloadReason?

    /// When its timeline was accepted.
    package let timelineDeliveredAt: UTCInstant?

    /// How long until the clock reloads it.
    package let nextReloadAfter: Duration?
}

/// A widget that may use fixes now.
package struct ReceiverUser: Hashable, Sendable {
    /// The widget.
    package let widget: WidgetIdentifier

    /// Its app.
    package let app: AppKey

    /// What entitles it.
    package let ground: ReceiverNeed.Ground
}

extension Engine {
    /// Since when receivers have been on or off.
    package var receiversSince: MonotonicInstant { demand.since }

    /// How long the pause that receivers make will last yet.
    package var receiverPauseRemaining: Duration? {
        demand.pause.map { max(now.instant.duration(to: demand.since + $0.duration), .zero) }
    }

    /// Returns the first few widgets that may use fixes now and that `caller` may know of.
    package func receiverUsers(visibleTo caller: Caller, limit: Int) -> [ReceiverUser] {
        let users = widgets(visibleTo: caller).lazy.compactMap { widget, placed in
            self.ground(for: widget).map { ReceiverUser(widget: widget, app: placed.kind.app, ground: $0) }
        }
        return Array(users.prefix(limit))
    }

    /// Returns how a widget stands.
    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        guard let placed = state.widgets[widget] else { return nil }
        let delivered = state.timelines[widget]
        let scheduled = schedule.instant(for: widget, at: now)
        return WidgetStatus(
            widget: widget,
            kind: placed.kind,
            use: windows.use(of: widget, at: now.instant),
            pending: state.pendingReloads[widget],
            timelineDeliveredAt: delivered?.deliveredAt,
            nextReloadAfter: scheduled.map { max(now.instant.duration(to: $0), .zero) }
        )
    }

    /// Returns how many streams `caller` may know of.
    package func sessionCount(visibleTo caller: Caller) -> Int {
        providers.count(visibleTo: caller) + hosts.count(visibleTo: caller)
            + appUse.count(visibleTo: caller) + agents.count(visibleTo: caller)
    }

    /// Returns whether `caller` may know that, and how far, the machine moves: as root, or as a user who has
    /// authorized some app.
    package func mayKnowOfMovement(_ caller: Caller) -> Bool {
        caller.user == .root
            || state.grants.contains { app, grant in
                app.user == caller.user && grant.status != .denied
                    && authorization(of: app).status.isAuthorized
            }
    }

    /// Returns whether `caller` may read an entry of the journal.
    package func mayRead(_ entry: JournalEntry, _ caller: Caller) -> Bool {
        entry.subject.isVisible(to: caller) && (!entry.decision.tellsOfMovement || mayKnowOfMovement(caller))
    }

    /// The machine's latest fix, however old.
    package var latestFix: Fix? { fixes.latest?.fix }

    /// How long ago the last significant change was, where there was one since the start.
    package var lastSignificantChangeAge: Duration? { lastChangeAt.map { $0.duration(to: now.instant) } }

    /// Takes note of the time, before questions that depend on it are asked.
    package mutating func look(at now: Moment) { self.now = now }
}

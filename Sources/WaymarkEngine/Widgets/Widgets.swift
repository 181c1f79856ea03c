import LocationModel

/// The placed widgets: their reloads and timelines, the hosts that show them, and the tickets of those who ask for reloads.
struct Widgets: Equatable, Sendable {
    var table: WidgetTable

    var tickets: ReloadTickets
    var snapshots: [RequestIdentifier: WaitingSnapshot] = [:]

    /// The ends of the latest requests, kept to tell why a late answer has no effect.
    var endedRequests = LatestOfUsers<SessionRequest, RequestEnd>()
    var requestNumbers: Numbering
    var wakingHours: [UserIdentifier: WakingHours]

    /// The widgets that are yet to be told of the latest change of place, in reverse order.
    var awaitingPlace: [WidgetIdentifier] = []

    /// The time between the zeros of both clocks when the clock was last set.
    var clockDifference: Duration

    /// The time of each user's last click that shared the location with a widget.
    var lastShares: [UserIdentifier: MonotonicInstant] = [:]

    /// The relevances that hosts were told last, of widgets whose relevance depends on the place.
    var toldRelevances: [WidgetIdentifier: Double] = [:]

    /// The last of them that was compared with the latest fix, while others are left.
    var relevanceComparedThrough: WidgetIdentifier?

    /// The number of changes of the time since the start.
    var timeChanges: UInt32 = 0

    /// The widgets in view that are yet to be told of the latest change of the time, in reverse order.
    var awaitingTime: [WidgetIdentifier] = []
    private var numbers: Numbering

    /// The number of the next widget, greater than that of any widget ever placed.
    private var nextNumber: UInt64
    private var addressOnly = AddressOnly()

    init(
        restoring state: SavedState,
        settings: EngineSettings,
        secret: NumberingSecret?,
        at now: Moment
    ) {
        table = WidgetTable(shownDate: now.utc)
        tickets = ReloadTickets(
            restoring: state.tickets,
            numbers: Numbering(.ticket, secret, from: now.instant, after: state.tickets.keys.max()?.rawValue)
        )
        requestNumbers = Numbering(.request, secret, from: now.instant)
        wakingHours = state.wakingHours
        clockDifference = now.clockDifference
        nextNumber = state.nextWidgetNumber
        numbers = Numbering(.widget, secret, from: now.instant, after: state.nextWidgetNumber - 1)
        for (widget, saved) in state.widgets.sorted(by: { $0.key < $1.key }) {
            table.insert(widget, Self.restored(saved, settings.minimumReloadInterval, at: now))
        }
    }

    private static func restored(_ saved: SavedWidget, _ interval: Duration, at now: Moment) -> WidgetRecord {
        var record = WidgetRecord(saved)
        guard let deliveredAt = saved.timeline?.deliveredAt else { return record }
        // Only the wall clock tells how long ago that was, and it may have been set since. The remaining interval is
        // therefore capped at the full interval.
        let age = min(max(deliveredAt.duration(to: now.utc), .zero), interval)
        record.schedule(nil, intervalEnd: now.instant - age + interval, shown: now.utc)
        return record
    }

    /// Takes over settings in place of those of the turn.
    mutating func change(to settings: EngineSettings, _ turn: Turn) {
        let delay = settings.minimumReloadInterval - turn.settings.minimumReloadInterval
        table.change(window: settings.inUseWindow, intervalsEndLaterBy: delay, at: turn.now.instant)
    }

    func save(in state: inout SavedState) {
        state.widgets = table.saved
        state.tickets = tickets.saved
        state.wakingHours = wakingHours
        state.nextWidgetNumber = nextNumber
    }

    // MARK: Records

    subscript(widget: WidgetIdentifier) -> WidgetRecord? { table[widget] }

    func app(of widget: WidgetIdentifier) -> AppKey? { table[widget]?.saved.kind.app }

    /// Returns the kind of a widget, if it exists and `caller` may act for its user.
    func kind(of widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> KindKey {
        guard let kind = table[widget]?.saved.kind, caller.maySee(kind.app) else {
            throw .unknownWidget(widget)
        }
        return kind
    }

    /// Returns an app's widgets of `kinds`, oldest first.
    func widgets(of app: AppKey, kinds: Set<WidgetKind>) -> [WidgetIdentifier] {
        table.byApp[app].filter { table[$0].map { kinds.contains($0.saved.kind.kind) } ?? false }
    }

    /// Returns the first `limit` widgets that `caller` may see, or the first after another, oldest first.
    func widgets(
        visibleTo caller: Caller,
        after last: WidgetIdentifier? = nil,
        limit: Int = .max
    ) -> [WidgetIdentifier] {
        let scope = caller.showsForEverybody ? table.byAge : table.widgets(of: caller.user)
        let found = scope.first(limit, after: last)
        guard caller.isSandboxed else { return found }
        return found.filter { table[$0].map { caller.maySee($0.saved.kind.app) } ?? false }
    }

    /// Returns the number of widgets that `caller`, who is not sandboxed, may see.
    func count(visibleTo caller: Caller) -> Int {
        caller.showsForEverybody ? table.count : table.widgets(of: caller.user).count
    }

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

    /// Changes a widget's record and saves its durable part.
    mutating func update(
        _ widget: WidgetIdentifier,
        _ turn: inout Turn,
        _ body: (inout WidgetRecord) -> Void
    ) {
        let bytes = table[widget]?.saved.timelineBytes ?? 0
        for change in table.update(widget, body) {
            if case .timeline = change, let saved = table[widget]?.saved {
                turn.count(saved.timelineBytes - bytes, .timelineBytes, of: saved.kind.app.user)
            }
            turn.commit(change)
        }
    }

    func record(_ decision: WidgetDecision, about widget: WidgetIdentifier, _ turn: inout Turn) {
        turn.record(.widget(decision), about: JournalSubject(app: app(of: widget), widget: widget))
    }

    // MARK: Placing

    /// Places a widget of a kind, or returns the one that was placed with the same key.
    mutating func place(
        _ kind: KindKey,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        key: HostKey?,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> WidgetIdentifier {
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        if let key, let widget = table.widget(of: kind, placedWith: key) { return widget }
        guard machine.people.isDeclared(kind) else { throw .unknownKind(kind.app.app, kind.kind) }
        let setup = try machine.people.details(of: kind).setup(family: family, configuration: configuration)
        try turn.admit(to: .widgets, of: kind.app.user)
        try machine.people.registerFromManifest(kind, &turn)
        let widget = WidgetIdentifier(numbers.next(at: turn.now.instant))
        nextNumber = max(nextNumber, widget.rawValue + 1)
        table.insert(widget, WidgetRecord(SavedWidget(kind: kind, hostKey: key)))
        machine.people.addWidget(of: kind)
        turn.count(1, .widgets, of: kind.app.user)
        turn.commit(.widgetPlaced(widget, kind, key: key))
        update(widget, &turn) { $0.saved.setup = setup }
        record(.placed, about: widget, &turn)
        tellHosts(of: widget, machine, &turn)
        startReload(of: widget, &machine, &turn)
        machine.people.askAboutWidgets(of: kind.app, &turn)
        return widget
    }

    mutating func configure(
        _ widget: WidgetIdentifier,
        family: WidgetFamily?,
        configuration: ConfigurationValues?,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let kind = try kind(of: widget, for: caller)
        guard caller.mayShowFor(kind.app.user) else { throw .notPermitted }
        guard let before = table[widget]?.saved.setup else { throw .unknownWidget(widget) }
        let after = try machine.people.details(of: kind).setup(
            family: family,
            configuration: configuration,
            changing: before
        )
        guard after != before else { return }
        update(widget, &turn) { $0.saved.setup = after }
        record(
            .configured(family: after.family, properties: after.configuration.values.count),
            about: widget,
            &turn
        )
        tellHosts(of: widget, machine, &turn)
        reload(widget, because: .configurationChanged, &machine, &turn)
    }

    mutating func remove(
        _ widget: WidgetIdentifier,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        let app = try kind(of: widget, for: caller).app
        guard caller.mayShowFor(app.user) else { throw .notPermitted }
        guard let removed = table[widget] else { return }
        for host in removed.hosts { machine.presence.setInView(widget, false, on: host) }
        if let outstanding = removed.reload.outstanding {
            endedRequests.add(.removed, at: outstanding.sessionRequest, of: app.user)
        }
        table.remove(widget)
        toldRelevances[widget] = nil
        machine.people.removeWidget(of: removed.saved.kind)
        turn.count(-1, .widgets, of: app.user)
        turn.count(-removed.saved.timelineBytes, .timelineBytes, of: app.user)
        tickets.end(.removed(at: turn.now.utc), of: widget, &turn)
        turn.commit(.widgetRemoved(widget))
        if table.widgets(of: app.user).count == 0, wakingHours.removeValue(forKey: app.user) != nil {
            turn.commit(.wakingHours(app.user, nil))
        }
        turn.record(.widget(.removed), about: JournalSubject(app: app, widget: widget))
        for session in machine.presence.hosts(showing: widget, of: app) {
            turn.emit(.tellHost(session, .removed(widget)))
        }
        machine.people.endPointlessPrompts(of: app, &turn)
    }

    // MARK: What others bring about

    /// Recomputes which widgets of these apps, or of all, may know the location, and tells hosts of what
    /// follows.
    mutating func refresh(
        _ apps: [AppKey],
        every: Bool,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        var touched = table.takeTouched()
        if every { touched = Set(table.identifiers) }
        for app in apps { touched.formUnion(table.byApp[app]) }
        var changedForHosts: [WidgetIdentifier] = []
        for widget in touched {
            let entitlement = entitlement(of: widget, machine, turn)
            let earlier = machine.power.consumers.entitled[.widget(widget)]
            machine.power.set(.widget(widget), to: entitlement)
            if isChangedForHosts(from: earlier, to: entitlement, of: widget, machine.people)
                || isToldOtherRelevance(widget, machine, turn)
            {
                changedForHosts.append(widget)
            }
            let isUninformed = table[widget]?.isUninformed ?? false
            machine.power.setUninformed(widget, isUninformed && entitlement?.isConfirmed == true)
        }
        for widget in changedForHosts.sorted() { tellHosts(of: widget, machine, &turn) }
    }

    /// Returns whether hosts must be told of a widget because its app came into use, or is no longer in use.
    ///
    /// They are told of every other change where it happens.
    private func isChangedForHosts(
        from earlier: EntitledConsumer?,
        to entitlement: EntitledConsumer?,
        of widget: WidgetIdentifier,
        _ people: People
    ) -> Bool {
        let knewThroughApp = earlier?.ground.isOfApp ?? false
        guard knewThroughApp != (entitlement?.ground.isOfApp ?? false), let app = app(of: widget) else {
            return false
        }
        return !people.authorization(of: app).isAuthorizedForWidgetUpdates
    }

    /// Gives an app's widgets the location they may know while the app itself is in use.
    mutating func useBegan(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let isAuthorized = machine.people.authorization(of: app).status.isAuthorized
        for widget in table.byApp[app]
        where isAuthorized || table[widget]?.reload.chargeableAt != nil {
            startReload(of: widget, &machine, &turn)
        }
    }

    /// Tells a user's providers of a pause, and has timelines that they make with a location made again after
    /// it: they may not have read the location yet.
    mutating func pauseBegan(of user: UserIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        for session in machine.presence.providers.sessions(of: user) {
            turn.emit(.tellProvider(session, .paused))
        }
        for widget in table.widgets(of: user).elements
        where table[widget]?.reload.outstanding?.knowsLocation == true {
            reload(widget, because: .locationAvailable, &machine, &turn)
        }
    }

    /// Reloads an app's widgets that show what they could know only during the app's use.
    mutating func useEnded(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let authorization = machine.people.authorization(of: app)
        for widget in table.byApp[app] {
            let record = table[widget]
            let outstanding = record?.reload.outstanding
            let timeline = record?.saved.timeline
            let knewLocation = outstanding?.knowsLocation ?? timeline?.knewLocation
            let isShared = outstanding?.isShared ?? timeline?.isShared ?? false
            if knewLocation == true, !authorization.permitsShownLocation(sharedOnce: isShared) {
                // Hosts do not show what was made during the use, or is being made.
                reload(widget, because: .authorizationChanged, &machine, &turn)
            } else {
                // A fix would not help a pending reload any more.
                startReload(of: widget, &machine, &turn)
            }
        }
    }

    /// Reloads or withdraws what an app's widgets show when its authorization has changed.
    mutating func authorizationChanged(
        of app: AppKey,
        from before: Authorization,
        to after: Authorization,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let concernsWidgets = after.isAuthorizedForWidgetUpdates != before.isAuthorizedForWidgetUpdates
        for widget in table.byApp[app] {
            guard let known = table[widget] else { continue }
            if let share = known.share, let obstacle = after.obstacle(toSharing: share.accuracy) {
                endShare(of: widget, because: obstacle, machine, &turn)
            }
            let timeline = known.saved.timeline
            let isWithheld = timeline.map(after.withholds)
            let concernsContent = isWithheld != timeline.map(before.withholds)
            if concernsContent, isWithheld == true { record(.contentWithdrawn, about: widget, &turn) }
            let losesContent = known.knowsLocation { isShared in
                before.permitsShownLocation(sharedOnce: isShared)
                    && !after.permitsShownLocation(sharedOnce: isShared)
            }
            let wantsLocation = machine.people.wantsLocation(known.saved.kind)
            guard concernsWidgets && wantsLocation || losesContent else {
                let concernsShare =
                    (before.obstacle(toSharing: .reduced) == nil)
                    != (after.obstacle(toSharing: .reduced) == nil)
                if concernsContent || concernsShare { tellHosts(of: widget, machine, &turn) }
                if before.accuracy == .full, after.accuracy == .reduced,
                    known.reload.outstanding?.knowsLocation == true
                {
                    // Its provider may not have read the location yet, which it then does not get.
                    reload(widget, because: .authorizationChanged, &machine, &turn)
                } else if wantsLocation {
                    // A widget that is not in use may have gained or lost the location.
                    startReload(of: widget, &machine, &turn)
                }
                continue
            }
            update(widget, &turn) { $0.reload.fixAwaitedUntil = nil }
            // The current content was made under the old authorization, and so is a timeline in the making.
            reload(widget, because: .authorizationChanged, &machine, &turn)
            tellHosts(of: widget, machine, &turn)
        }
    }

    func wantingLocation(_ widgets: [WidgetIdentifier], _ people: People) -> Set<WidgetIdentifier> {
        Set(widgets.filter { widget in table[widget].map { people.wantsLocation($0.saved.kind) } ?? false })
    }

    /// Reloads the widgets that want a location since manifests have changed, or no longer do.
    mutating func manifestsChanged(
        _ widgets: [WidgetIdentifier],
        wanting before: Set<WidgetIdentifier>,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        for widget in wantingLocation(widgets, machine.people).symmetricDifference(before).sorted() {
            reload(widget, because: .authorizationChanged, &machine, &turn)
            tellHosts(of: widget, machine, &turn)
            guard let app = app(of: widget) else { continue }
            machine.people.endPointlessPrompts(of: app, &turn)
            machine.people.askAboutWidgets(of: app, &turn)
        }
    }

    // MARK: Time

    /// The next time at which something is due; entries are due only while there are hosts.
    func deadline(_ presence: Presence, _ turn: Turn) -> MonotonicInstant? {
        .earliest(
            of: table.nextDeadline(at: turn.now, showsEntries: !presence.hosts.isEmpty),
            snapshots.values.map(\.deadline).min(),
            hasMoreToTell ? turn.now.instant : nil
        )
    }

    /// Whether the next ``Event/deadlineReached`` goes on with what this turn has begun.
    var hasMoreToTell: Bool { !awaitingPlace.isEmpty || !awaitingTime.isEmpty }

    /// Shows the entries whose date has come, and ends the use of widgets that were out of view for long enough.
    mutating func advanceViews(_ machine: inout Machine, _ turn: inout Turn) {
        for widget in table.showEntries(at: turn.now.utc) { tellHosts(of: widget, machine, &turn) }
        for widget in table.closeEndedWindows(at: turn.now.instant) {
            record(.windowEnded, about: widget, &turn)
            // A fix would not help its pending reload any more.
            startReload(of: widget, &machine, &turn)
        }
    }

    /// Ends a session of a host, a provider, or somebody who watches tickets.
    mutating func end(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        for widget in machine.presence.hosts[session]?.inView.sorted() ?? [] {
            hide(widget, on: session, &machine, &turn)
        }
        endProvider(session, &machine, &turn)
        tickets.endWatching(session)
    }
}

extension Ground {
    fileprivate var isOfApp: Bool { self == .appInUse || self == .backgroundSession }
}

package import LocationModel

// The engine's answers between two events; the components say what each answer means.
extension Engine {
    package var lastDecision: UInt64 { turn.journal.last }

    // MARK: People

    package func authorization(of app: AppKey) -> Authorization { machine.people.authorization(of: app) }
    package func manifest(of app: AppKey) -> AppManifest? { machine.people.manifest(of: app) }
    package var catalogue: AppCatalogue { machine.people.catalogue }
    package var services: ServicesSwitch { machine.people.services }

    /// The latest pause of a user, which may be over.
    package func latestPause(of user: UserIdentifier) -> LocationPause? {
        machine.people.pauses[user]
    }

    package func pause(of user: UserIdentifier) -> LocationPause? { machine.people.currentPause(of: user) }
    package func prompts(for caller: Caller) -> [Prompt] { machine.people.prompts(for: caller) }
    package func agentCount(for caller: Caller) -> Int { machine.people.agentCount(visibleTo: caller) }

    /// Returns whether anything is known of an app: a decision, a manifest, or a program of it that is connected.
    package func knows(_ app: AppKey) -> Bool {
        manifest(of: app) != nil || machine.people.known.contains(app) || machine.presence.isConnected(app)
    }

    package func appCounts(visibleTo caller: Caller) -> (apps: Int, prompts: Int) {
        machine.people.appCounts(visibleTo: caller, machine.presence)
    }

    package func mayKnowOfMovement(_ caller: Caller) -> Bool { machine.people.mayKnowOfMovement(caller) }

    package func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier? = nil,
        after last: (app: AppIdentifier, kind: WidgetKind)? = nil,
        limit: Int
    ) -> [PlaceableKind] {
        machine.people.placeableKinds(of: user, app: app, after: last, limit: limit, machine.presence)
    }

    package func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier? = nil,
        after place: AccessPlace? = nil,
        limit: Int = AccessLog.capacity
    ) -> (records: [AccessRecord], next: AccessPlace?) {
        machine.people.accesses(visibleTo: caller, of: app, after: place, limit: limit)
    }

    package func machineDays(hiddenFrom caller: Caller, of app: AppIdentifier? = nil) -> [AccessDay] {
        machine.people.machineDays(hiddenFrom: caller, of: app, turn)
    }

    package func summary(of app: AppKey) -> AppSummary {
        let (people, presence) = (machine.people, machine.presence)
        let declarations = people.kinds[app].map { kind in
            (kind, KindDeclaration(wantsLocation: people.wantsLocation(KindKey(app: app, kind: kind))))
        }
        return AppSummary(
            app: app,
            authorization: people.authorization(of: app),
            kinds: Dictionary(uniqueKeysWithValues: declarations),
            verification: presence.providers.sessions(of: app).last
                .flatMap { presence.providers[$0]?.verification },
            isInUse: presence.use(of: app, at: turn.now.instant) != nil,
            prompts: people.prompts(about: app),
            monitors: monitoring.services(monitoredBy: app),
            regionCount: monitoring.regions[app].count
        )
    }

    package func apps(
        visibleTo caller: Caller,
        after last: AppKey? = nil,
        limit: Int = .max
    ) -> [AppSummary] {
        machine.people.knownApps(of: caller.scope, machine.presence, after: last, limit: limit)
            .filter { caller.mayActFor($0) }.map { summary(of: $0) }
    }

    // MARK: Power and programs

    package var receiversSince: MonotonicInstant { machine.power.since }

    package var receiverPauseRemaining: Duration? { machine.power.pauseRemaining(turn) }

    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        machine.power.consumers.first(limit, of: caller.showsForEverybody ? nil : caller.user)
    }

    package func sessionCount(visibleTo caller: Caller) -> Int {
        caller.scope.map { turn.usage[.sessions, of: $0] } ?? machine.presence.sessionCount
    }

    package func canStartPrograms(of user: UserIdentifier) -> Bool { machine.programs.canStart(of: user) }

    package func programs(visibleTo caller: Caller, limit: Int) -> [ProgramStatus] {
        machine.programs.programs(visibleTo: caller, limit: limit, machine.people, turn)
    }

    // MARK: Widgets

    package var hasMoreToTell: Bool { widgets.hasMoreToTell }
    package var widgetCount: Int { widgets.table.count }
    package static var widgetsPerPiece: Int { Widgets.widgetsPerPiece }

    package func widgets(
        visibleTo caller: Caller,
        after last: WidgetIdentifier? = nil,
        limit: Int = .max
    ) -> [WidgetIdentifier] {
        widgets.widgets(visibleTo: caller, after: last, limit: limit)
    }

    package func widgetCount(visibleTo caller: Caller) -> Int { widgets.count(visibleTo: caller) }

    package func app(of widget: WidgetIdentifier) -> AppKey? { widgets.app(of: widget) }

    package func use(of widget: WidgetIdentifier) -> WidgetUse {
        widgets[widget]?.use(at: turn.now.instant) ?? .notInUse(since: nil)
    }

    package func kind(of widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> KindKey {
        try widgets.kind(of: widget, for: caller)
    }

    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        let situation = widgets.situation(of: widget, machine, turn)
        return situation.map { widgets.location(for: $0, machine, turn) } ?? .notWanted
    }

    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        widgets.status(of: widget, machine, turn)
    }

    package func view(of widget: WidgetIdentifier) -> WidgetView? { widgets.view(of: widget, machine, turn) }
    package func budget(of widget: WidgetIdentifier) -> BudgetStatus? { widgets.budget(of: widget, turn) }

    package func reloadWait(of widget: WidgetIdentifier) -> ReloadWait? {
        widgets.reloadWait(of: widget, machine, turn)
    }

    package func mostRelevant(
        of named: [WidgetIdentifier],
        for caller: Caller
    ) throws(Refusal) -> MostRelevant {
        try widgets.mostRelevant(of: named, for: caller, machine, turn)
    }

    package func ticket(_ ticket: TicketIdentifier, for caller: Caller) throws(Refusal) -> ReloadTicket {
        try widgets.ticket(ticket, for: caller)
    }

    package func ticketStatus(
        _ ticket: TicketIdentifier,
        for caller: Caller
    ) throws(Refusal) -> TicketStatus {
        widgets.status(of: ticket, try widgets.ticket(ticket, for: caller), machine, turn)
    }

    // MARK: The machine

    package var receiverNames: [String] { machine.positioning.receiverNames }

    /// The owner's ranks of the receivers; empty if all are equal.
    package var receiverRanks: [Int] { machine.positioning.fixes.ranks }

    package func receiver(_ receiver: ReceiverIdentifier) -> ReceiverRecord {
        machine.positioning.receivers[receiver]
    }

    package var fixes: FixSelection { machine.positioning.fixes }
    package var trust: TrustVerdict { machine.positioning.trust }
    package var receiversAreOn: Bool { machine.power.isOn }
    package var receiverPause: ReceiverPause? { machine.power.pause }
    package var entitledConsumers: [Consumer: EntitledConsumer] { machine.power.consumers.entitled }
    package var receiverNeed: EntitledConsumer? { machine.power.need }
    package var statedPlace: StatedPlace? { machine.positioning.statedPlace(turn) }
    package var statedPlaceIsUsed: Bool { machine.positioning.statedPlaceIsUsed }

    package func obstacle(to feature: LocationFeature) -> AvailabilityObstacle? {
        feature == .beacons ? streams.beacons.obstacle : machine.positioning.obstacle(to: feature, turn)
    }

    package func obstacle(to capability: DeviceCapability) -> AvailabilityObstacle? {
        machine.positioning.obstacle(to: capability, turn)
    }

    package func availability(despite obstacle: AvailabilityObstacle?) -> Availability {
        machine.positioning.availability(despite: obstacle, turn)
    }

    package func missingCapabilities(of manifest: AppManifest) -> [MissingCapability] {
        machine.positioning.missingCapabilities(of: manifest, turn)
    }

    package func missingCapabilities(of app: AppKey) -> [MissingCapability] {
        manifest(of: app).map { missingCapabilities(of: $0) } ?? []
    }

    package func backgroundApps(visibleTo caller: Caller, limit: Int) -> [AppKey] {
        machine.presence.backgroundApps(visibleTo: caller, limit: limit)
    }

    // MARK: Consumers

    package func entitlement(of consumer: Consumer) -> EntitledConsumer? {
        switch consumer {
        case .widget(let widget): widgets.entitlement(of: widget, machine, turn)
        case .request(let request): streams.requests.entitlement(of: request, machine, turn)
        case .monitor(let app): monitoring.entitlement(of: app, machine, turn)
        case .follower(let session): streams.followers.entitlement(of: session, machine, turn)
        }
    }

    package func usage(of quota: Quota, by user: UserIdentifier) -> Int {
        turn.usage[quota, of: user]
    }

    // MARK: Apps

    package func monitorState(of app: AppKey) -> MonitorState { monitoring.state(of: app, machine, turn) }
    package var presentVisit: Visit? { monitoring.presentVisit }

    package func state(of region: SavedRegion) -> RegionState { monitoring.state(of: region, machine, turn) }

    package func explanation(of app: AppKey) -> AppExplanation {
        var absence = machine.absence(for: app, turn)
        // An app that asks for the location, or follows it, is in use by that, unless a host hides it.
        if absence == .insufficientlyInUse, machine.presence.use(of: app, at: turn.now.instant) == nil,
            !machine.presence.isHidden(app)
        {
            absence = nil
        }
        let hasFix = machine.positioning.freshFix(turn) != nil
        // A call that waits until its deadline gets the stated place if no fix comes.
        let comes = hasFix || machine.receiversExpectFix || statedPlace != nil
        if absence == nil, !comes {
            absence = .locationUnknown(cause: machine.positioning.causeOfMissingFix(turn))
        }
        return AppExplanation(
            absence: absence,
            receiversAreOff: !hasFix && machine.receiversExpectFix,
            missing: missingCapabilities(of: app),
            monitoring: monitorState(of: app),
            followsEvents: machine.presence.has(.monitor, app),
            waiting: monitoring.waitingEvents(of: app, machine, turn)
        )
    }

    package var latestFix: Fix? { fixes.latest?.fix }

    package var lastSignificantChangeAge: Duration? {
        machine.positioning.lastChangeAge(at: turn.now)
    }

    /// Sets the present moment for the queries that follow.
    package mutating func setPresent(_ now: Moment) { turn.now = now }
}

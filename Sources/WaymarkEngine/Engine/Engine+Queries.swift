package import LocationModel
package import Regions

// What the engine answers between two events.
extension Engine {
    // MARK: People

    /// Returns the authorization of an app.
    package func authorization(of app: AppKey) -> Authorization { machine.people.authorization(of: app) }

    /// Returns the manifest of an app, if a valid one is known.
    package func manifest(of app: AppKey) -> AppManifest? { machine.people.manifest(of: app) }

    /// The manifests and declarations of apps.
    package var catalogue: AppCatalogue { machine.people.catalogue }

    /// Whether location services are on.
    package var services: ServicesSwitch { machine.people.services }

    /// Returns what the app's manifest says of a kind, and else its provider.
    package func details(of kind: KindKey) -> KindDetails { machine.people.details(of: kind) }

    /// Returns the waiting questions that `caller` may answer, in the order of asking.
    package func prompts(for caller: Caller) -> [Prompt] { machine.people.prompts(for: caller) }

    /// Returns the number of agents that can ask `caller`, or, for root, anybody.
    package func agentCount(for caller: Caller) -> Int { machine.people.agents.count(around: caller) }

    /// Returns whether anybody has named an app: a decision, a manifest, or a program of it.
    package func knows(_ app: AppKey) -> Bool { machine.people.knows(app, machine.presence) }

    /// Returns the number of apps that `caller`, who is not sandboxed, may know of, and of questions about them.
    package func appCounts(visibleTo caller: Caller) -> (apps: Int, prompts: Int) {
        machine.people.counts(visibleTo: caller, machine.presence)
    }

    /// Returns whether `caller` may know that the machine moves, and how far.
    package func mayKnowOfMovement(_ caller: Caller) -> Bool { machine.people.mayKnowOfMovement(caller) }

    /// Returns the kinds of one user that can be placed, in the order of app and kind.
    package func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier? = nil,
        after last: (app: AppIdentifier, kind: WidgetKind)? = nil,
        limit: Int
    ) -> [PlaceableKind] {
        machine.people.placeableKinds(of: user, app: app, after: last, limit: limit, machine.presence)
    }

    /// Returns a page of the locations given to the apps of those whom `caller` may decide for, newest first.
    package func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier? = nil,
        after place: AccessPlace? = nil,
        limit: Int = AccessLog.capacity
    ) -> AccessPage {
        machine.people.accesses.page(visibleTo: caller, of: app, after: place, limit: limit)
    }

    /// Returns the summary of an app for the settings.
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
            isInUse: presence.use(of: app, at: turn.now.instant).isInUse,
            prompts: people.prompts.about(app),
            monitors: monitoring.services(monitoredBy: app),
            regionCount: monitoring.regions.count(of: app)
        )
    }

    /// Returns the first `limit` apps that `caller` may know of, or the first after another, ordered by user and name.
    package func apps(
        visibleTo caller: Caller,
        after last: AppKey? = nil,
        limit: Int = .max
    ) -> [AppSummary] {
        machine.people.knownApps(of: caller.scope, machine.presence, after: last, limit: limit)
            .filter { caller.mayActFor($0) }.map { summary(of: $0) }
    }

    // MARK: Power and programs

    /// The time since when receivers have been on or off.
    package var receiversSince: MonotonicInstant { machine.power.since }

    /// The remaining time of the receivers' current pause.
    package var receiverPauseRemaining: Duration? {
        machine.power.pause.map {
            max(turn.now.instant.duration(to: machine.power.since + $0.duration), .zero)
        }
    }

    /// Returns the first `limit` entitled consumers that `caller`, who is not sandboxed, may know of.
    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        machine.power.consumers.first(limit, of: caller.showsForEverybody ? nil : caller.user)
    }

    /// Returns the number of streams that `caller`, who is not sandboxed, may know of.
    package func sessionCount(visibleTo caller: Caller) -> Int {
        caller.scope.map { turn.records.usage[.sessions, of: $0] } ?? machine.presence.sessionCount
    }

    /// Whether a launcher can start programs in the session of a user.
    package func canStartPrograms(of user: UserIdentifier) -> Bool { machine.programs.canStart(of: user) }

    /// Returns the first `limit` programs that were started, or failed, and that `caller`, who is not sandboxed, may know of.
    package func programs(visibleTo caller: Caller, limit: Int) -> [ProgramStatus] {
        machine.programs.statuses(visibleTo: caller, limit: limit, machine.people, turn)
    }

    // MARK: Widgets

    /// Whether the next ``Event/deadlineReached`` goes on with what this turn has begun.
    package var hasMoreToTell: Bool { widgets.hasMoreToTell }

    /// Whether some widgets are still to be told of a change, at the next ``Event/deadlineReached``.
    package var isTellingChange: Bool { widgets.changeInProgress != nil }

    /// The number of widgets.
    package var widgetCount: Int { widgets.table.count }

    /// The most widgets in one piece of a host's first state.
    package static var widgetsPerPiece: Int { Widgets.widgetsPerPiece }

    /// Returns the first `limit` widgets that `caller` may see, or the first after another, oldest first.
    package func widgets(
        visibleTo caller: Caller,
        after last: WidgetIdentifier? = nil,
        limit: Int = .max
    ) -> [WidgetIdentifier] {
        widgets.widgets(visibleTo: caller, after: last, limit: limit)
    }

    /// Returns the number of widgets that `caller`, who is not sandboxed, may see.
    package func widgetCount(visibleTo caller: Caller) -> Int { widgets.count(visibleTo: caller) }

    /// Returns the app of a widget.
    package func app(of widget: WidgetIdentifier) -> AppKey? { widgets.app(of: widget) }

    /// Returns the use of a widget.
    package func use(of widget: WidgetIdentifier) -> WidgetUse {
        widgets[widget]?.use(at: turn.now.instant) ?? .notInUse(since: nil)
    }

    /// Returns the kind of a widget, if it exists and `caller` may act for its user.
    package func kind(of widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> KindKey {
        try widgets.kind(of: widget, for: caller)
    }

    /// Returns the location for a widget, or the reason for its absence.
    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        widgets.location(for: widget, machine, turn)
    }

    /// Returns the setup of a widget with the defaults of its kind; `nil` if there is no such widget.
    package func completeSetup(of widget: WidgetIdentifier) -> WidgetSetup? {
        widgets[widget].map { details(of: $0.saved.kind).completed($0.saved.setup) }
    }

    /// Returns the status of a widget.
    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        widgets.status(of: widget, machine, turn)
    }

    /// Returns a widget's current view for a host.
    package func view(of widget: WidgetIdentifier) -> WidgetView? { widgets.view(of: widget, machine, turn) }

    /// Returns the budget of a widget; `nil` when there is no such widget or the budget is off.
    package func budget(of widget: WidgetIdentifier) -> BudgetStatus? { widgets.budget(of: widget, turn) }

    /// Returns what a widget's next reload waits for; `nil` when it waits for nothing, or none is to be made.
    package func reloadWait(of widget: WidgetIdentifier) -> ReloadWait? {
        widgets.reloadWait(of: widget, machine, turn)
    }

    /// Explains a widget; `tellsOfMovement` is whether the reader may know how far the machine moves.
    package func explanation(of widget: WidgetIdentifier, tellsOfMovement: Bool = true) -> Explanation {
        widgets.explanation(of: widget, tellsOfMovement: tellsOfMovement, machine, turn)
    }

    /// Returns the most relevant of several widgets that the caller may see, of equals the first.
    package func mostRelevant(
        of widgets: [WidgetIdentifier],
        for caller: Caller
    ) throws(Refusal) -> MostRelevant {
        try self.widgets.mostRelevant(of: widgets, for: caller, machine.people, turn)
    }

    /// Returns a ticket, if it is still known and `caller` may see its widget's app.
    package func ticket(_ ticket: TicketIdentifier, for caller: Caller) throws(Refusal) -> ReloadTicket {
        try widgets.ticket(ticket, for: caller)
    }

    /// Returns a ticket with what its widget waits for, if it is still known and `caller` may see its widget's app.
    package func ticketStatus(
        _ ticket: TicketIdentifier,
        for caller: Caller
    ) throws(Refusal) -> TicketStatus {
        widgets.status(of: try widgets.ticket(ticket, for: caller), machine, turn)
    }

    // MARK: The machine

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
        feature == .beacons ? streams.beacons.obstacle : machine.positioning.obstacle(to: feature, turn)
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

    /// Returns the apps that `caller` may know of and that stay in use although their windows are hidden.
    package func backgroundApps(visibleTo caller: Caller, limit: Int) -> [AppKey] {
        Array(streams.serviceSessions.backgroundApps(visibleTo: caller).sorted().prefix(limit))
    }

    // MARK: Consumers

    /// Derives a consumer's entitlement; returns `nil` when it has none.
    package func entitlement(of consumer: Consumer) -> EntitledConsumer? {
        switch consumer {
        case .widget(let widget): widgets.entitlement(of: widget, machine, turn)
        case .request(let request): streams.requests.entitlement(of: request, machine, turn)
        case .monitor(let app): monitoring.entitlement(of: app, machine, turn)
        case .follower(let session): streams.followers.entitlement(of: session, machine, turn)
        }
    }

    /// Returns a user's usage of a quota.
    package func usage(of quota: Quota, by user: UserIdentifier) -> Int {
        turn.records.usage[quota, of: user]
    }

    // MARK: Apps

    /// Returns the services that an app monitors, in the order of their declaration.
    package func services(monitoredBy app: AppKey) -> [MonitoredService] {
        monitoring.services(monitoredBy: app)
    }

    /// Returns what an app monitors, and what keeps events from it.
    package func monitorState(of app: AppKey) -> MonitorState { monitoring.state(of: app, machine, turn) }

    /// The visit that lasts, if an app may know of visits.
    package var presentVisit: Visit? { monitoring.presentVisit }

    /// Returns a page of an app's regions in the order of adding, from behind `last`.
    package func regions(
        of app: AppKey,
        after last: RegionNumber?
    ) -> some Sequence<(number: RegionNumber, region: SavedRegion)> {
        monitoring.regions(of: app, after: last)
    }

    /// Returns the state of a region as its app may know it now.
    package func state(of region: SavedRegion) -> RegionState { monitoring.state(of: region, machine, turn) }

    /// Explains an app.
    package func explanation(of app: AppKey) -> AppExplanation {
        var diagnostics = machine.reasonToWithhold(from: app, turn) ?? []
        // An app that asks for the location, or follows it, is in use by that, unless a host hides it.
        if machine.presence.use(of: app, at: turn.now.instant) == .notRunning, !machine.presence.isHidden(app)
        {
            diagnostics.removeAll { $0 == .insufficientlyInUse }
        }
        let hasFix = machine.positioning.freshFix(turn) != nil
        // A call that waits until its deadline gets the stated place if no fix comes.
        let comes = hasFix || machine.receiversExpectFix || statedPlace != nil
        return AppExplanation(
            diagnostics: diagnostics,
            cause: diagnostics.isEmpty && !comes ? machine.positioning.causeOfMissingFix(turn) : nil,
            receiversAreOff: !hasFix && machine.receiversExpectFix,
            missing: missingCapabilities(of: app),
            monitoring: monitorState(of: app),
            followsEvents: machine.presence.has(.monitor, app),
            waiting: monitoring.waitingEvents(of: app, machine, turn)
        )
    }

    /// The machine's latest fix, however old.
    package var latestFix: Fix? { fixes.latest?.fix }

    /// The age of the last significant change, if any; the wall clock measures one from before the start.
    package var lastSignificantChangeAge: Duration? {
        machine.positioning.lastChangeAge(at: turn.now)
    }

    /// Sets the present, before queries that depend on it.
    package mutating func look(at now: Moment) { turn.now = now }
}

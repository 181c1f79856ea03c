package import LocationModel

// What the engine answers between two events; the components say what each answer means.
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
    package func agentCount(for caller: Caller) -> Int {
        let isForAll = caller.mayDecideFor(.root)
        return isForAll
            ? machine.people.agents.values.count { !$0.refusesOnly }
            : machine.people.agentCount(for: caller.user)
    }

    /// Returns whether anything is known of an app: a decision, a manifest, or a program of it that is connected.
    package func knows(_ app: AppKey) -> Bool {
        manifest(of: app) != nil || machine.people.known.contains(app) || machine.presence.isConnected(app)
    }

    /// Returns the number of apps that `caller`, who is not sandboxed, may know of, and of questions about them.
    package func appCounts(visibleTo caller: Caller) -> (apps: Int, prompts: Int) {
        // A question may be about an app that is not known, or about all.
        let prompts = caller.scope == nil ? machine.people.prompts.count : prompts(for: caller).count
        return (machine.people.knownApps(of: caller.scope, machine.presence).count, prompts)
    }

    package func mayKnowOfMovement(_ caller: Caller) -> Bool { machine.people.mayKnowOfMovement(caller) }

    /// Returns the first `limit` kinds of a user, or of one app of the user, that can be placed, in the order of app and kind,
    /// from behind `last`.
    package func placeableKinds(
        of user: UserIdentifier,
        app: AppIdentifier? = nil,
        after last: (app: AppIdentifier, kind: WidgetKind)? = nil,
        limit: Int
    ) -> [PlaceableKind] {
        let people = machine.people
        let known = people.known.filter { $0.user == user }.map(\.app) + people.catalogue.appsWithWidgets
        var found: [PlaceableKind] = []
        // Each app may have many kinds, so only as many as may be needed are looked at.
        for name in app.map({ [$0] }) ?? Set(known).sorted() where found.count < limit {
            let app = AppKey(user: user, app: name)
            let manifest = people.manifest(of: app)
            let kinds = Set(manifest?.extensions.flatMap(\.kinds) ?? []).union(people.kinds[app]).sorted()
                .filter { kind in last.map { $0 < (name, kind) } ?? true }
            for kind in kinds.prefix(limit - found.count).map({ KindKey(app: app, kind: $0) }) {
                let placeable = PlaceableKind(
                    kind: kind,
                    appName: manifest?.name,
                    details: people.details(of: kind),
                    wantsLocation: manifest?.extension(for: kind.kind)?.wantsLocation
                        ?? people.kinds[kind]?.wantsLocation ?? false,
                    isPushable: people.isPushable(kind),
                    isServed: machine.presence.providers.session(serving: kind) != nil
                )
                found.append(placeable)
            }
        }
        return found
    }

    /// Returns a page of at most `limit` locations given to the apps of those whom `caller` may decide for, newest first.
    ///
    /// With `app`, it has those of apps with this name only. It begins behind `place`, and the page after it behind `next`,
    /// which is `nil` in the last.
    package func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier? = nil,
        after place: AccessPlace? = nil,
        limit: Int = AccessLog.capacity
    ) -> (records: [AccessRecord], next: AccessPlace?) {
        var found: [(place: AccessPlace, record: AccessRecord)] = []
        for (user, log) in machine.people.accessLogs where caller.mayDecideFor(user) {
            let first = log.nextNumber &- UInt64(log.records.count)
            for (index, record) in log.records.enumerated() where app ?? record.app.app == record.app.app {
                let here = AccessPlace(user: user, number: first &+ UInt64(index), date: record.date)
                if place.map({ $0 < here }) ?? true { found.append((here, record)) }
            }
        }
        let page = found.sorted { $0.place < $1.place }.prefix(limit)
        return (page.map(\.record), page.count < found.count ? page.last?.place : nil)
    }

    /// Returns on which days apps of the system's users got locations, newest first, for everybody else.
    ///
    /// What ``accesses(visibleTo:of:after:limit:)`` tells the caller is not told again.
    ///
    /// The times would tell an observer when the machine moved. So today's are left out, and each day has a rounded
    /// number. The number of records looked at is less than that kept, so that a new one does not drop an old one from
    /// the list at its own time.
    package func machineDays(hiddenFrom caller: Caller, of app: AppIdentifier? = nil) -> [AccessDay] {
        // The users with lower numbers are of the system, such as the relay's of a vehicle.
        let firstPerson: UInt32 = 1000
        let (logs, today) = (machine.people.accessLogs, turn.now.utc.startOfDay)
        var counts: [AccessDay: Int] = [:]
        for (user, log) in logs where user.rawValue < firstPerson && !caller.mayDecideFor(user) {
            let earlier = log.records.reversed().drop { $0.date >= today }
            for record in earlier.prefix(AccessLog.capacity(sharedBy: logs.count) / 2)
            where record.date < today && app.map({ $0 == record.app.app }) ?? true {
                counts[AccessDay(start: record.date.startOfDay, app: record.app, atLeast: 1), default: 0] += 1
            }
        }
        return counts.map { day, count in
            AccessDay(start: day.start, app: day.app, atLeast: count >= 100 ? 100 : count >= 10 ? 10 : 1)
        }
        .sorted { ($1.start, $0.app) < ($0.start, $1.app) }
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

    package var receiverPauseRemaining: Duration? {
        machine.power.pause.map {
            max(turn.now.instant.duration(to: machine.power.since + $0.duration), .zero)
        }
    }

    package func consumers(visibleTo caller: Caller, limit: Int) -> [EntitledConsumer] {
        machine.power.consumers.first(limit, of: caller.showsForEverybody ? nil : caller.user)
    }

    package func sessionCount(visibleTo caller: Caller) -> Int {
        caller.scope.map { turn.usage[.sessions, of: $0] } ?? machine.presence.sessionCount
    }

    package func canStartPrograms(of user: UserIdentifier) -> Bool { machine.programs.canStart(of: user) }

    /// Returns the first `limit` programs that were started, or failed, and that `caller`, who is not sandboxed, may know
    /// of.
    package func programs(visibleTo caller: Caller, limit: Int) -> [ProgramStatus] {
        let launches = machine.programs.launches
        let apps = Set(launches.keys).union(machine.programs.failures.keys)
            .filter { (caller.scope ?? $0.user) == $0.user }
        return apps.sorted().prefix(limit).compactMap { app in
            if let launch = launches[app], launch.stage == .connected {
                return ProgramStatus(app: app, launch: launch.identifier, obstacle: nil)
            }
            let obstacle = machine.programs.obstacle(toProgramOf: app, machine.people, turn)
            return obstacle.map { ProgramStatus(app: app, launch: launches[app]?.identifier, obstacle: $0) }
        }
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

    /// Returns the number of widgets that `caller`, who is not sandboxed, may see.
    package func widgetCount(visibleTo caller: Caller) -> Int {
        caller.showsForEverybody ? widgets.table.count : widgets.table.widgets(of: caller.user).count
    }

    package func app(of widget: WidgetIdentifier) -> AppKey? { widgets.app(of: widget) }

    package func use(of widget: WidgetIdentifier) -> WidgetUse {
        widgets[widget]?.use(at: turn.now.instant) ?? .notInUse(since: nil)
    }

    package func kind(of widget: WidgetIdentifier, for caller: Caller) throws(Refusal) -> KindKey {
        try widgets.kind(of: widget, for: caller)
    }

    package func location(for widget: WidgetIdentifier) -> LocationAnswer {
        let situation = widgets.situation(of: widget, machine, turn)
        return situation.map { widgets.location(for: $0, machine, turn) } ?? .absent(.notWanted)
    }

    package func status(of widget: WidgetIdentifier) -> WidgetStatus? {
        guard let record = widgets[widget] else { return nil }
        return WidgetStatus(
            widget: widget,
            kind: record.saved.kind,
            setup: machine.people.details(of: record.saved.kind).completed(record.saved.setup),
            hostKey: record.saved.hostKey,
            use: record.use(at: turn.now.instant),
            pending: widgets.pendingReload(of: widget, machine, turn),
            timelineDeliveredAt: record.saved.timeline?.deliveredAt,
            reloadWait: reloadWait(of: widget)
        )
    }

    package func view(of widget: WidgetIdentifier) -> WidgetView? { widgets.view(of: widget, machine, turn) }
    package func budget(of widget: WidgetIdentifier) -> BudgetStatus? { widgets.budget(of: widget, turn) }

    package func reloadWait(of widget: WidgetIdentifier) -> ReloadWait? {
        widgets.reloadWait(of: widget, machine, turn)
    }

    /// Returns the most relevant of several widgets that the caller may see, of equals the first.
    ///
    /// - Throws: The refusal if one of the widgets is not there, or not the caller's.
    package func mostRelevant(
        of named: [WidgetIdentifier],
        for caller: Caller
    ) throws(Refusal) -> MostRelevant {
        var most = MostRelevant()
        for widget in named {
            _ = try kind(of: widget, for: caller)
            guard let situation = widgets.situation(of: widget, machine, turn) else { continue }
            let current = widgets.relevance(of: situation, machine, turn)
            let next = situation.record.saved.timeline?.nextChange(after: turn.now.utc)
            most.until = [next, most.until].compactMap(\.self).min()
            guard let score = current?.score, score > most.score ?? 0 else { continue }
            (most.widget, most.score) = (widget, score)
        }
        return most
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
        Array(machine.presence.backgroundApps.filter { caller.mayActFor($0) }.sorted().prefix(limit))
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
        var diagnostics = machine.reasonToWithhold(from: app, turn) ?? []
        // An app that asks for the location, or follows it, is in use by that, unless a host hides it.
        if machine.presence.use(of: app, at: turn.now.instant) == nil, !machine.presence.isHidden(app) {
            diagnostics.removeAll { $0 == .insufficientlyInUse }
        }
        let hasFix = machine.positioning.freshFix(turn) != nil
        // A call that waits until its deadline gets the stated place if no fix comes.
        let comes = hasFix || machine.receiversExpectFix || statedPlace != nil
        return AppExplanation(
            diagnostics: diagnostics,
            pausedUntil: pause(of: app.user)?.until,
            cause: diagnostics.isEmpty && !comes ? machine.positioning.causeOfMissingFix(turn) : nil,
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

    /// Sets the present, before queries that depend on it.
    package mutating func look(at now: Moment) { turn.now = now }
}

extension UTCInstant {
    fileprivate var startOfDay: UTCInstant {
        let day: Int64 = 86_400 * 1_000_000_000
        return UTCInstant(nanosecondsSince1970: nanosecondsSince1970 / day * day)
    }
}

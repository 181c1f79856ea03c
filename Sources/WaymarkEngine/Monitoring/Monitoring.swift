import LocationModel
import Regions

/// What apps monitor, whether they run or not: significant changes, visits and regions, with the events that are kept until
/// an app acknowledges them, and the streams on which apps follow these.
struct Monitoring: Equatable, Sendable {
    // MARK: Saved state

    private(set) var services: [AppKey: Set<MonitoredService>]

    /// The events that wait for each app, the newest of each kind.
    private(set) var events: [AppKey: [MonitorEventKind: MonitorEvent]]

    /// The latest event that was made for each app, also if it waits no more.
    private var lastEvents: [AppKey: MonitorEventIdentifier]
    private(set) var toldPlaces: [AppKey: NotifiedPlace]
    var regions: MonitoredRegions
    var anchors: [AppKey: AnchorWatch]

    // MARK: State

    private var visits: Visits
    var streams: [SessionIdentifier: MonitorStream] = [:]

    /// The time when the oldest held event of each app is dropped.
    private var heldUntil = PriorityQueue<AppKey, MonotonicInstant>()
    var beaconObstacle: AvailabilityObstacle? = .noBeaconProgram

    /// The users in one of whose pauses a place was last notified.
    ///
    /// Once no pause lasts, their apps are told of it only if a fix shows that it still counts.
    private var resumed: Set<UserIdentifier> = []

    /// The areas entered or left in a pause, for which the same holds.
    var unseen: Set<RegionNumber> = []

    /// The time when each app was last logged for reading what it monitors; old ones are missing.
    var accessed: [AppKey: MonotonicInstant] = [:]
    private var addressOnly = AddressOnly()

    init(settings: EngineSettings, state: SavedState, at now: Moment) {
        services = state.monitoring
        events = state.monitorEvents
        lastEvents = state.lastMonitorEvents
        toldPlaces = state.toldPlaces
        visits = Visits(settings: settings.visits, restoring: state.stay, at: now)
        regions = MonitoredRegions(restoring: state.regions, at: now.instant)
        anchors = state.anchors.mapValues { AnchorWatch(restoring: $0, at: now.instant) }
        for (user, pause) in state.pauses {
            if let notified = state.lastNotifiedPlace, pause.conceals(notified.notifiedAt) {
                resumed.insert(user)
            }
            // The times at which regions were entered or left are not saved.
            if pause.endedAt != nil { unseen.formUnion(regions.areasNeedingEvent(of: user)) }
        }
    }

    func save(in state: inout SavedState) {
        state.monitoring = services
        state.monitorEvents = events
        state.lastMonitorEvents = lastEvents
        state.toldPlaces = toldPlaces
        state.stay = visits.saved
        state.regions = regions.saved
        state.anchors = anchors.mapValues(\.saved)
    }

    mutating func change(to settings: EngineSettings) { visits.change(to: settings.visits) }

    var deadline: MonotonicInstant? {
        .earliest(
            of: heldUntil.first,
            regions.watch.nextDeadline,
            regions.beacons.nextDeadline,
            anchors.values.compactMap(\.deadline).min()
        )
    }

    /// Decides what counts by now without another fix: crossings, what silence means, and anchors of which nothing is known.
    mutating func advance(_ machine: inout Machine, _ turn: inout Turn) {
        advanceRegions(&machine, &turn)
        advanceAnchors(&machine, &turn)
    }

    // MARK: Queries

    var apps: Set<AppKey> { Set(services.keys).union(regions.apps).union(anchors.keys) }

    func isMonitoring(_ app: AppKey) -> Bool {
        services[app] != nil || regions.contains(app) || anchors[app] != nil
    }

    func services(monitoredBy app: AppKey) -> [MonitoredService] {
        MonitoredService.allCases.filter { services[app]?.contains($0) ?? false }
    }

    func state(of app: AppKey, _ machine: Machine, _ turn: Turn) -> MonitorState {
        MonitorState(
            services: services(monitoredBy: app),
            regionCount: regions[app].count,
            diagnostics: diagnostics(of: app, machine, turn),
            anchor: anchorStatus(of: app, machine)
        )
    }

    /// The visit that lasts, if an app may know of visits.
    var presentVisit: Visit? { visits.present }

    // MARK: Entitlement

    /// Returns the entitlement by which receivers run for what an app monitors.
    func entitlement(of app: AppKey, _ machine: Machine, _ turn: Turn) -> EntitledConsumer? {
        if anchors[app] != nil, mayWatchAnchor(app, machine) {
            return EntitledConsumer(consumer: .monitor(app), owner: app, want: .everyFix, ground: .always)
        }
        // Regions are off under reduced accuracy, and no receiver of positions helps to hear beacons.
        guard
            services[app] != nil
                || regions.hasAreas(app) && machine.people.authorization(of: app).accuracy == .full
        else { return nil }
        return entitlementToTell(app, machine, turn)
    }

    /// Returns the entitlement by which events are made for an app; the person may have to confirm it first.
    func entitlementToTell(_ app: AppKey, _ machine: Machine, _ turn: Turn) -> EntitledConsumer? {
        let ground = machine.ground(for: app, turn)
        let mayBeConfirmed =
            machine.people.authorization(of: app).isUnconfirmed && !machine.people.isPaused(app.user)
        guard ground != nil || mayBeConfirmed else { return nil }
        return EntitledConsumer(
            consumer: .monitor(app),
            owner: app,
            want: .significantChanges,
            ground: ground ?? .always,
            isConfirmed: ground != nil
        )
    }

    /// Returns the ground on which an app may now be told of what it monitors; `nil` while that must wait.
    ///
    /// An app that needs a service session and holds none may not be told, but what happens is kept for it as for one
    /// that does not run.
    func groundToTell(_ app: AppKey, _ machine: Machine, _ turn: Turn) -> Ground? {
        machine.lacksServiceSession(app) ? nil : machine.ground(for: app, turn)
    }

    var allApps: Set<AppKey> { apps.union(streams.values.map(\.app)) }

    /// Marks all apps that monitor or follow something, because a condition other than their permission has
    /// changed.
    func touchApps(_ turn: inout Turn) {
        for app in allApps { turn.touch(app) }
    }

    /// Recomputes what an app may know of what it monitors, and tells its streams.
    mutating func refresh(_ app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        machine.power.set(.monitor(app), to: entitlement(of: app, machine, turn))
        refreshRegions(of: app, &machine, &turn)
        permitAnchor(of: app, &machine, &turn)
        // The state comes first: it says whose events follow.
        tellState(of: app, &machine, &turn)
        sendEvents(of: app, &machine, &turn)
    }

    /// Forgets the stay once no app that monitors visits is authorized to know of it, now or later.
    mutating func forgetUnwantedStay(_ machine: Machine, _ turn: inout Turn) {
        let isWanted = visitors.contains { machine.people.authorization(of: $0).status.isAuthorized }
        guard !isWanted, visits.forget() else { return }
        turn.commit(.stay(nil))
    }

    private var visitors: [AppKey] { services.compactMap { $0.value.contains(.visits) ? $0.key : nil } }

    private func mayKnowOfVisits(_ app: AppKey, _ machine: Machine) -> Bool {
        services[app]?.contains(.visits) ?? false && machine.power.consumers.entitled[.monitor(app)] != nil
    }

    // MARK: Calls

    mutating func start(
        _ service: MonitoredService,
        for app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> Answer {
        try machine.presence.admit(caller, asApp: app, &turn)
        if services[app]?.contains(service) != true {
            try turn.admit(to: .monitors, of: app.user)
            set(service, isOn: true, for: app, &machine, &turn)
            turn.record(.monitor(.monitoringStarted(service: service)), about: app)
        }
        return answer(about: app, &machine, &turn)
    }

    /// Ends everything that an app monitors, because the decisions about it were reset.
    mutating func reset(_ app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        for service in services(monitoredBy: app) { stop(service, for: app, .reset, &machine, &turn) }
        for number in regions[app] { set(number, to: nil, &machine, &turn) }
        raiseAnchor(of: app, .reset, &machine, &turn)
    }

    /// Forgets the latest event of a removed app; one that was only reset may remember which events it has
    /// seen.
    mutating func forget(_ app: AppKey, _ turn: inout Turn) {
        if lastEvents.removeValue(forKey: app) != nil { turn.commit(.lastMonitorEvent(app, nil)) }
    }

    /// Forgets the oldest latest events of a user's apps that monitor nothing, beyond `limit`.
    mutating func forgetOldest(of user: UserIdentifier, keeping limit: Int, _ turn: inout Turn) {
        let idle = lastEvents.filter { $0.key.user == user && !isMonitoring($0.key) }
        guard idle.count > limit else { return }
        let oldest = idle.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(idle.count - limit)
        for (app, _) in oldest { forget(app, &turn) }
    }

    mutating func stop(
        _ service: MonitoredService,
        for app: AppKey,
        _ end: MonitorEnd,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard services[app]?.contains(service) == true else { return }
        for kind in service.kinds { drop(.kind(kind), of: app, .stopped, &machine, &turn) }
        if service == .significantChanges, toldPlaces[app] != nil { recordReported(nil, of: app, &turn) }
        set(service, isOn: false, for: app, &machine, &turn)
        turn.record(.monitor(.monitoringStopped(service: service, cause: end)), about: app)
    }

    private mutating func set(
        _ service: MonitoredService,
        isOn: Bool,
        for app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        if isOn { services[app, default: []].insert(service) } else { services.remove(service, under: app) }
        turn.count(isOn ? 1 : -1, .monitors, of: app.user)
        machine.people.setMonitoring(app, isMonitoring(app), &turn)
        turn.commit(.monitoring(app, service, isOn: isOn))
    }

    // MARK: Streams

    mutating func open(
        _ session: SessionIdentifier,
        of app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) {
        try machine.presence.open(session, as: .monitor, of: app, by: caller, &turn)
        streams[session] = MonitorStream(app: app)
        turn.record(.monitor(.monitorConnected(session)), about: app)
        turn.tell(.useBegan(app))
        turn.tell(.monitorOpened(session, app))
    }

    mutating func end(_ session: SessionIdentifier, _ machine: inout Machine, _ turn: inout Turn) {
        guard let app = streams.removeValue(forKey: session)?.app else { return }
        turn.record(.monitor(.monitorDisconnected(session)), about: app)
        machine.programs.streamEnded(session, of: app, leavesRequests: false, &turn)
    }

    /// Tells an app's streams if the services, the diagnostics or the right to know have changed.
    private mutating func tellState(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let sessions = machine.presence.sessions(of: app, as: .monitor)
        guard !sessions.isEmpty else { return }
        let authorization = machine.people.authorization(of: app)
        let ground = groundToTell(app, machine, turn)
        var state = state(of: app, machine, turn)
        let trust = machine.positioning.trust.trust
        if ground != nil, authorization.accuracy == .full, trust != .trusted { state.trust = trust }
        var condition = MonitorStream.Condition(
            state: state,
            mayKnow: ground != nil,
            accuracy: authorization.accuracy
        )
        (condition.state.regionCount, condition.state.anchor) = (0, state.anchor?.news)
        let changed = sessions.filter { streams[$0]?.told != condition }
        guard !changed.isEmpty else { return }
        for session in changed {
            streams[session]?.told = condition
            // Sent events may not have left yet, and are withdrawn: all that still wait follow once the app
            // may know.
            guard state.withdrawsEvents else { continue }
            streams[session]?.sent = []
        }
        if let ground {
            state.place = lastKnownPlace(for: app, machine)
            state.visit = presentVisit(for: app, machine)
            if let place = state.place {
                recordAccess(of: app, on: ground, place.horizontal68Meters, &machine, &turn)
                recordReported(place, of: app, &turn)
            }
            if let visit = state.visit {
                recordAccess(of: app, on: ground, visit.horizontal68Meters, &machine, &turn)
            }
        }
        if mayWatchAnchor(app, machine), let place = anchors[app]?.saved.place {
            state.anchor?.saved.place = place
            recordAnchorAccess(of: app, &machine, &turn)
        }
        for session in changed { turn.emit(.tellMonitor(session, .state(state))) }
    }

    private func lastKnownPlace(for app: AppKey, _ machine: Machine) -> MonitoredPlace? {
        guard services[app]?.contains(.significantChanges) == true, !resumed.contains(app.user),
            let last = machine.positioning.lastNotified
        else { return nil }
        // All apps and widgets are told the same place, from which the next change is measured.
        let place = MonitoredPlace(
            coordinate: last.coordinate,
            horizontal68Meters: last.horizontal68Meters,
            horizontal95Meters: last.horizontal95Meters,
            date: last.notifiedAt
        )
        return content(.significantChange(place), for: app, machine).place
    }

    private func presentVisit(for app: AppKey, _ machine: Machine) -> Visit? {
        guard mayKnowOfVisits(app, machine), let visit = visits.present else { return nil }
        return content(.arrival(visit), for: app, machine).visit
    }

    func diagnostics(of app: AppKey, _ machine: Machine, _ turn: Turn) -> [MonitoringDiagnostic] {
        let authorization = machine.people.authorization(of: app)
        var found = Set(machine.absence(for: app, turn)?.monitoringDiagnostics ?? [])
        // What happens is held for it meanwhile.
        if authorization.isUnconfirmed { found.remove(.insufficientlyInUse) }
        if authorization.status == .authorizedWhenInUse { found.insert(.alwaysAuthorizationDenied) }
        if authorization.status.isAuthorized, authorization.accuracy == .reduced {
            found.insert(.accuracyLimited)
        }
        let needsPositions = services[app] != nil || !regions.hasBeacons(app) || regions.hasAreas(app)
        if needsPositions, !machine.positioning.someReceiverCanGive,
            machine.positioning.statedPlace(turn) == nil
        {
            found.insert(.locationUnavailable)
        }
        if regions.hasBeacons(app), beaconObstacle != nil { found.insert(.beaconsUnavailable) }
        return MonitoringDiagnostic.allCases.filter(found.contains)
    }

    // MARK: Making events

    /// Makes an event of a significant change for each app that monitors them and is affected.
    ///
    /// There is one detector for all apps, because all have the same settings and each is told the same place first: the
    /// last notified one. Each next change is at least the distance away from it, for every app. Under reduced accuracy,
    /// an app is affected when the area differs from the one it was told.
    mutating func makeChanges(
        ofAreaOnly: Bool,
        for user: UserIdentifier? = nil,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let notified = machine.positioning.lastNotified else { return }
        // All are told this change, so times in a pause no longer matter.
        if user == nil, !ofAreaOnly { resumed = resumed.filter { machine.people.isPaused($0) } }
        let apps = services.keys.filter { user == nil || $0.user == user }.sorted()
        for app in apps where services[app]?.contains(.significantChanges) == true {
            let authorization = machine.people.authorization(of: app)
            var coordinate = notified.coordinate
            if authorization.accuracy == .full || !authorization.status.isAuthorized {
                // After a restart, an app may have been told before.
                if ofAreaOnly || user != nil && lastReported(app) == notified.coordinate { continue }
            } else {
                guard let area = machine.positioning.reducedLocation.area,
                    lastReported(app).map({ ReducedArea(of: $0) }) != area
                else { continue }
                coordinate = area.center
            }
            let accuracy = machine.positioning.freshFix(turn).flatMap {
                $0.fix.coordinate == coordinate ? $0.fix.accuracy : nil
            }
            let place = MonitoredPlace(
                coordinate: coordinate,
                horizontal68Meters: accuracy?.horizontal68Meters,
                horizontal95Meters: accuracy?.horizontal95Meters,
                date: turn.now.utc
            )
            let entitlement = entitlement(of: app, machine, turn)
            let content = MonitorEvent.Content.significantChange(place)
            make(content, at: .kind(.significantChange), for: app, on: entitlement, &machine, &turn)
        }
    }

    /// Makes an event of the present place for the apps of a user whose pause is over, if others were told of
    /// a change meanwhile and the place is known.
    mutating func pauseEnded(
        _ pause: LocationPause,
        of user: UserIdentifier,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        unseen.formUnion(regions.areasNeedingEvent(of: user))
        if let notified = machine.positioning.lastNotified, pause.conceals(notified.notifiedAt) {
            resumed.insert(user)
        }
        if let fix = machine.positioning.freshFix(turn)?.fix { tellResumed(at: fix, &machine, &turn) }
    }

    /// Makes the events of users whose pause is over, if the machine is still where a change in the pause
    /// brought it.
    ///
    /// Otherwise the event would tell where it was in the pause; then the next change follows.
    mutating func tellResumed(at fix: Fix, _ machine: inout Machine, _ turn: inout Turn) {
        guard !resumed.isEmpty, let notified = machine.positioning.lastNotified,
            notified.coordinate.distanceMeters(to: fix.coordinate)
                <= turn.settings.significantChange.distanceMeters
        else { return }
        for user in resumed.sorted() where !machine.people.isPaused(user) {
            resumed.remove(user)
            makeChanges(ofAreaOnly: false, for: user, &machine, &turn)
        }
    }

    mutating func considerVisit(
        _ judged: Positioning.JudgedFix,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard visitors.contains(where: { mayKnowOfVisits($0, machine) }) else { return }
        let now = turn.now.utc
        let before = visits.saved
        for visit in visits.consider(judged.fix, observedAt: judged.observedAt, wallClock: now) {
            let content: MonitorEvent.Content
            if let departure = visit.departure {
                content = .departure(visit)
                turn.record(.monitor(.visitEnded(stayed: visit.arrival?.duration(to: departure))))
            } else {
                content = .arrival(visit)
                turn.record(.monitor(.visitBegan(elapsed: visit.arrival?.duration(to: now))))
            }
            for app in visitors.sorted() {
                let entitlement = entitlement(of: app, machine, turn)
                make(content, at: .kind(content.kind), for: app, on: entitlement, &machine, &turn)
            }
        }
        if visits.saved != before { turn.commit(.stay(visits.saved)) }
    }

    /// Returns the pauses that regions and visits permit after a believed fix, for those that apps monitor.
    func pauses(
        after fix: Fix,
        _ settings: DutyCycle.Settings,
        _ machine: Machine,
        _ turn: Turn
    ) -> [ReceiverPause?] {
        var pauses: [ReceiverPause?] = []
        if regions.watch.hasPendingCrossing, !regions.entitled.isEmpty {
            pauses.append(
                ReceiverPause(duration: settings.shortest, reason: .regionEdge(remainingMeters: 0))
            )
        } else if let meters = regions.watch.clearMeters, !regions.entitled.isEmpty {
            var pause = machine.power.dutyCycle.pause(
                after: fix,
                observedAt: machine.positioning.lastObservedAt ?? turn.now.instant,
                remainingMeters: meters,
                interval: .zero,
                patience: .ofRegions,
                settings: settings
            )
            pause?.reason = .regionEdge(remainingMeters: meters)
            pauses.append(pause)
        }
        if visitors.contains(where: { mayKnowOfVisits($0, machine) }) {
            let look = visits.nextLook
            pauses.append(
                machine.power.dutyCycle.pause(
                    of: look.after,
                    because: .visitMayBegin(seen: look.seenFor),
                    settings: settings
                )
            )
        }
        return pauses
    }

    /// Makes an event in place of one that waits there, and sends it or, while it is held, has the person
    /// asked.
    mutating func make(
        _ content: MonitorEvent.Content,
        at place: EventPlace,
        for app: AppKey,
        on entitlement: EntitledConsumer?,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let entitlement else {
            let diagnostics = diagnostics(of: app, machine, turn)
            return turn.record(
                .monitor(.monitorEventRefused(kind: content.kind, diagnostics: diagnostics)),
                about: app
            )
        }
        let earlier = event(at: place, of: app)
        let event = MonitorEvent(
            self.content(content, for: app, machine),
            identifier: newEventIdentifier(of: app, &turn),
            date: turn.now.utc,
            ground: entitlement.ground,
            isHeld: !entitlement.isConfirmed
        )
        set(event, at: place, of: app, &machine, &turn)
        if let earlier { record(.replaced(by: event.identifier), earlier, of: app, &turn) }
        record(event.isHeld ? .held : .made(ground: event.ground), event, of: app, &turn)
        sendEvents(of: app, &machine, &turn)
        if event.isHeld { machine.people.askToConfirmAlways(app, &turn) }
    }

    private func record(_ step: MonitorEventStep, _ event: MonitorEvent, of app: AppKey, _ turn: inout Turn) {
        turn.record(.monitor(.event(kind: event.kind, event: event.identifier, step)), about: app)
    }

    /// Returns the time in milliseconds, or the number after the app's latest one if that is greater.
    private mutating func newEventIdentifier(of app: AppKey, _ turn: inout Turn) -> MonitorEventIdentifier {
        let milliseconds = UInt64(max(turn.now.utc.nanosecondsSince1970 / 1_000_000, 0))
        // Earlier databases have no latest event.
        let latest = lastEvents[app] ?? kept(for: app).last?.event.identifier
        let event = MonitorEventIdentifier(max((latest?.rawValue ?? 0) + 1, milliseconds))
        lastEvents[app] = event
        turn.commit(.lastMonitorEvent(app, event))
        return event
    }

    // MARK: Waiting events

    /// The age at which a held event is dropped.
    private static let longestHeld: Duration = .seconds(3600)

    /// The slot in which an event waits: one for each kind of the services, and one for each region.
    enum EventPlace {
        case kind(MonitorEventKind)
        case region(RegionNumber)
    }

    /// Returns the events that wait for an app, oldest first, at most `limit` of regions.
    private func kept(for app: AppKey, limit: Int = .max) -> [(place: EventPlace, event: MonitorEvent)] {
        let ofServices = (events[app] ?? [:]).map { (place: EventPlace.kind($0), event: $1) }
        let ofRegions = regions.withEvent(of: app, limit: limit).compactMap { number in
            regions.saved[number]?.event.map { (place: EventPlace.region(number), event: $0) }
        }
        return (ofServices + ofRegions).sorted { $0.event.identifier < $1.event.identifier }
    }

    private func event(at place: EventPlace, of app: AppKey) -> MonitorEvent? {
        switch place {
        case .kind(let kind): events[app]?[kind]
        case .region(let number): regions[number]?.event
        }
    }

    private mutating func set(
        _ event: MonitorEvent?,
        at place: EventPlace,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        switch place {
        case .kind(let kind):
            events[app, default: [:]][kind] = event
            if events[app]?.isEmpty == true { events[app] = nil }
            turn.commit(.monitorEvent(app, kind, event))
        case .region(let number):
            guard var region = regions[number] else { return }
            region.event = event
            if case .region(let isInside)? = event?.content { region.toldInside = isInside }
            set(number, to: region, &machine, &turn)
        }
    }

    private mutating func drop(
        _ place: EventPlace,
        of app: AppKey,
        _ reason: MonitorEventDrop,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard let event = event(at: place, of: app) else { return }
        set(nil, at: place, of: app, &machine, &turn)
        record(.dropped(cause: reason), event, of: app, &turn)
    }

    mutating func acknowledge(
        _ identifier: MonitorEventIdentifier,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let place =
            regions.region(of: identifier, for: app).map { EventPlace.region($0) }
            ?? events[app]?.first { $1.identifier == identifier }.map { .kind($0.key) }
        // An event that is gone was acknowledged before, or a newer one has replaced it.
        guard let place, let event = event(at: place, of: app) else { return }
        if case .region(let number) = place, var region = regions[number] {
            (region.event, region.lastEvent) = (nil, event)
            set(number, to: region, &machine, &turn)
        } else {
            set(nil, at: place, of: app, &machine, &turn)
        }
        record(.acknowledged(elapsed: event.age(turn)), event, of: app, &turn)
        // Further events may be waiting.
        sendEvents(of: app, &machine, &turn)
    }

    // MARK: Sending events

    /// Sends or deletes the events whose longest time of being held is over.
    mutating func endHolding(_ machine: inout Machine, _ turn: inout Turn) {
        for app in heldUntil.removeAll(upTo: turn.now.instant) {
            sendEvents(of: app, &machine, &turn)
        }
    }

    /// Sends an app's streams the waiting events not yet sent, and deletes those that may not be sent any
    /// more.
    mutating func sendEvents(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let authorization = machine.people.authorization(of: app)
        let waiting = settleEvents(of: app, authorization, &machine, &turn)
        if groundToTell(app, machine, turn) != nil {
            let sessions = machine.presence.sessions(of: app, as: .monitor)
            for session in sessions {
                streams[session]?.sent.formIntersection(waiting.map(\.event.identifier))
            }
            for (place, event) in waiting where !event.isHeld {
                // Regions are off under reduced accuracy.
                guard event.kind != .region || authorization.accuracy == .full else { continue }
                send(event, at: place, of: app, to: sessions, &machine, &turn)
            }
        }
        startProgram(of: app, &machine, &turn)
    }

    /// Settles the events of an app that are held or that it may not be told any more; returns those that wait then.
    ///
    /// Of regions, the oldest are enough, as many as a stream is sent at once, unless some are held.
    private mutating func settleEvents(
        of app: AppKey,
        _ authorization: Authorization,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) -> [(place: EventPlace, event: MonitorEvent)] {
        var limit = MonitorStream.regionsAtOnce
        var waiting = kept(for: app, limit: limit)
        if heldUntil[app] != nil || authorization.isUnconfirmed || !authorization.status.isAuthorized
            || waiting.contains(where: \.event.isHeld)
        {
            limit = .max
            waiting = kept(for: app)
        }
        let unsettled = waiting.filter { $0.event.isHeld || !authorization.status.isAuthorized }
        var held: [Duration] = []
        for (place, event) in unsettled {
            let remaining = settle(event, at: place, of: app, authorization, &machine, &turn)
            if let remaining { held.append(remaining) }
        }
        heldUntil[app] = held.min().map { turn.now.instant + $0 }
        return unsettled.isEmpty ? waiting : kept(for: app, limit: limit)
    }

    /// Releases or drops an event, or goes on holding it; returns for how much longer it is held, if it is.
    private mutating func settle(
        _ kept: MonitorEvent,
        at place: EventPlace,
        of app: AppKey,
        _ authorization: Authorization,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) -> Duration? {
        var event = kept
        // The clock may have been set back; without this the event would be held for as much longer.
        event.date = min(event.date, turn.now.utc)
        let remaining = Self.longestHeld - event.age(turn)
        if !authorization.status.isAuthorized {
            drop(place, of: app, .unauthorized, &machine, &turn)
        } else if remaining <= .zero {
            drop(place, of: app, .tooOld(age: event.age(turn)), &machine, &turn)
        } else if authorization.isUnconfirmed {
            if event != kept { set(event, at: place, of: app, &machine, &turn) }
            return remaining
        } else if authorization.allowsOutOfUse {
            event.isHeld = false
            set(event, at: place, of: app, &machine, &turn)
            record(.released, event, of: app, &turn)
        } else {
            drop(place, of: app, .alwaysRefused, &machine, &turn)
        }
        return nil
    }

    private mutating func send(
        _ event: MonitorEvent,
        at place: EventPlace,
        of app: AppKey,
        to sessions: [SessionIdentifier],
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let sessions = sessions.filter { streams[$0]?.takes(event) ?? false }
        guard !sessions.isEmpty else { return }
        for session in sessions { streams[session]?.sent.insert(event.identifier) }
        let region: SavedRegion? = if case .region(let number) = place { regions[number] } else { nil }
        var told = event
        told.content = content(event.content, for: app, machine)
        let radius = told.content.horizontal68Meters
        if let region {
            recordRegionAccess(of: app, on: event.ground, isOfArea: region.condition.isArea, &machine, &turn)
        } else {
            recordAccess(of: app, on: event.ground, radius, &machine, &turn)
        }
        record(.sent(streams: sessions.count, accuracyMeters: radius), event, of: app, &turn)
        if case .significantChange(let place) = told.content { recordReported(place, of: app, &turn) }
        machine.programs.use(app, turn)
        for session in sessions { turn.emit(.tellMonitor(session, .event(told, region: region?.name))) }
    }

    /// Has an app's program started for events that wait for it, if the app may always know.
    func startProgram(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        guard !machine.presence.has(.monitor, app), !machine.people.isPaused(app.user),
            machine.people.authorization(of: app).allowsOutOfUse, machine.people.program(of: app) != nil,
            let event = latestUnheldEvent(of: app)
        else { return }
        machine.programs.start(app, on: event, machine.people, &turn)
    }

    func latestUnheldEvent(of app: AppKey) -> MonitorEventIdentifier? {
        kept(for: app).last { !$0.event.isHeld }?.event.identifier
    }

    // MARK: Places

    /// Returns a content with the accuracy that an app is authorized for.
    ///
    /// The area of a visit is not held back like that of a location: the exact times of the visit would tell as much
    /// afterwards.
    private func content(
        _ content: MonitorEvent.Content,
        for app: AppKey,
        _ machine: Machine
    ) -> MonitorEvent.Content {
        let content = content.concealing(machine.people.pauses[app.user])
        guard machine.people.authorization(of: app).accuracy == .reduced, let place = content.coordinate
        else { return content }
        return content.reduced(
            to: machine.positioning.reducedLocation.area(of: place),
            marginMeters: ReducedLocation.margin(error95Meters: nil)
        )
    }

    /// Returns the place that an app was told last, or will be told next.
    private func lastReported(_ app: AppKey) -> Coordinate? {
        events[app]?[.significantChange]?.content.coordinate ?? toldPlaces[app]?.coordinate
    }

    /// Saves the place that an app is told, from which its next area is judged; `nil` to forget it.
    private mutating func recordReported(_ place: MonitoredPlace?, of app: AppKey, _ turn: inout Turn) {
        guard toldPlaces[app]?.coordinate != place?.coordinate else { return }
        let told = place.map { NotifiedPlace(coordinate: $0.coordinate, notifiedAt: turn.now.utc) }
        toldPlaces[app] = told
        turn.commit(.toldPlace(app, told))
    }

    // MARK: Explanations

    private static let explainedEvents = 20

    /// Returns the events that wait for an app, oldest first, with the reason why each waits.
    func waitingEvents(of app: AppKey, _ machine: Machine, _ turn: Turn) -> [WaitingEvent] {
        let mayBeTold = groundToTell(app, machine, turn) != nil
        let isExact = machine.people.authorization(of: app).accuracy == .full
        return kept(for: app, limit: Self.explainedEvents).prefix(Self.explainedEvents).map { place, event in
            let region: RegionName? =
                if case .region(let number) = place { regions[number]?.name } else { nil }
            let age = event.age(turn)
            let wait: WaitingEvent.Wait =
                if event.isHeld {
                    .confirmation(droppedAfter: max(Self.longestHeld - age, .zero))
                } else if !machine.presence.has(.monitor, app) {
                    .stream
                } else if mayBeTold, region == nil || isExact {
                    .acknowledgement
                } else {
                    .permission(diagnostics(of: app, machine, turn))
                }
            return WaitingEvent(
                kind: event.kind,
                identifier: event.identifier,
                age: age,
                region: region,
                wait: wait
            )
        }
    }
}

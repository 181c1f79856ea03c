import LocationModel
import Regions

/// What apps monitor, whether they run or not: significant changes, visits and regions, with the events that are kept until
/// an app acknowledges them, and the streams on which apps follow these.
struct Monitoring: Hashable, Sendable {
    // MARK: Saved state

    private(set) var services: [AppKey: Set<MonitoredService>]

    /// The events that wait for each app, the newest of each kind.
    private(set) var events: [AppKey: [MonitorEventKind: MonitorEvent]]

    /// The latest event that was made for each app, also if it waits no more.
    private var lastEvents: [AppKey: MonitorEventIdentifier]
    private(set) var toldPlaces: [AppKey: NotifiedPlace]
    private(set) var savedStay: SavedStay?
    var regions: MonitoredRegions
    var anchors: [AppKey: AnchorWatch]

    // MARK: State

    private var visits: Visits
    var streams: [SessionIdentifier: MonitorStream] = [:]

    /// The time when the oldest held event of each app is dropped.
    private var heldUntil = PriorityQueue<AppKey, MonotonicInstant>()
    var beaconObstacle: AvailabilityObstacle? = .noBeaconProgram

    /// The users in one of whose pauses the place was notified last.
    ///
    /// Once no pause lasts, their apps are told of it only if a fix shows that it still counts.
    private var resumed: Set<UserIdentifier> = []

    /// The areas that were found entered or left in a pause, of which the same is true.
    var unseen: Set<RegionNumber> = []

    /// When apps that may read what they monitor were last recorded to know; those of long ago are missing.
    var accessed: [AppKey: MonotonicInstant] = [:]
    private var anchor = Anchor()

    init(settings: EngineSettings, state: SavedState, at now: Moment) {
        services = state.monitoring
        events = state.monitorEvents
        lastEvents = state.lastMonitorEvents
        toldPlaces = state.toldPlaces
        savedStay = state.stay
        visits = Visits(settings: settings.visits, restoring: state.stay, at: now)
        regions = MonitoredRegions(restoring: state.regions, at: now.instant)
        anchors = state.anchors.mapValues { AnchorWatch(restoring: $0, at: now.instant) }
        for (user, pause) in state.pauses {
            if let notified = state.lastNotifiedPlace, pause.conceals(notified.notifiedAt) {
                resumed.insert(user)
            }
            // When a region was entered or left is not saved.
            if pause.endedAt != nil { unseen.formUnion(regions.areasNeedingEvent(of: user)) }
        }
    }

    func save(in state: inout SavedState) {
        state.monitoring = services
        state.monitorEvents = events
        state.lastMonitorEvents = lastEvents
        state.toldPlaces = toldPlaces
        state.stay = savedStay
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
            regionCount: regions.count(of: app),
            diagnostics: diagnostics(of: app, machine, turn),
            anchor: anchorStatus(of: app, machine)
        )
    }

    /// The visit that lasts, if an app may know of visits.
    var presentVisit: Visit? { visits.present }

    // MARK: Entitlement

    /// Returns the ground on which receivers run for what an app monitors.
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

    /// Returns the ground on which events are made for an app, for which the person may be asked first.
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

    /// Returns the ground on which an app may be told now what it monitors; `nil` while that must wait.
    ///
    /// An app that needs a service session and holds none may not be told, but what happens is kept for it as for one
    /// that does not run.
    func groundToTell(_ app: AppKey, _ machine: Machine, _ turn: Turn) -> Ground? {
        machine.lacksServiceSession(app) ? nil : machine.ground(for: app, turn)
    }

    /// The apps that monitor or follow something.
    var allApps: Set<AppKey> { apps.union(streams.values.map(\.app)) }

    /// Marks all apps that monitor, because something other than what they may know has changed.
    func touchApps(_ turn: inout Turn) {
        for app in allApps { turn.touch(app) }
    }

    /// Computes again what an app may know of what it monitors, and tells its streams.
    mutating func refresh(_ app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        machine.power.consumers.set(.monitor(app), to: entitlement(of: app, machine, turn))
        refreshRegions(of: app, &machine, &turn)
        permitAnchor(of: app, &machine, &turn)
        // The state comes first: it says whose events follow.
        tellState(of: app, &machine, &turn)
        sendEvents(of: app, &machine, &turn)
    }

    /// Forgets the stay once no app that monitors visits is authorized to know of it, now or later.
    mutating func forgetUnwantedStay(_ machine: Machine, _ turn: inout Turn) {
        let isWanted = visitors.contains { machine.people.authorization(of: $0).status.isAuthorized }
        if !isWanted { visits.forget() }
        saveStay(&turn)
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

    mutating func stop(
        _ service: MonitoredService,
        for app: AppKey,
        by caller: Caller,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) throws(Refusal) -> Answer {
        guard caller.mayActFor(app) else { throw .notPermitted }
        stop(service, for: app, .asked, &machine, &turn)
        return answer(about: app, &machine, &turn)
    }

    /// Ends all that an app monitors, because the decisions about it were reset.
    mutating func reset(_ app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        for service in services(monitoredBy: app) { stop(service, for: app, .reset, &machine, &turn) }
        removeRegions(of: app, &machine, &turn)
        raiseAnchor(of: app, .reset, &machine, &turn)
    }

    /// Forgets the latest event of an app that is gone; one that was only reset may remember which it has seen.
    mutating func forget(_ app: AppKey, _ turn: inout Turn) {
        if lastEvents.removeValue(forKey: app) != nil { turn.commit(.lastMonitorEvent(app, nil)) }
    }

    /// Forgets the oldest of the latest events of a user's apps that monitor nothing, beyond so many.
    mutating func forgetOldest(of user: UserIdentifier, keeping limit: Int, _ turn: inout Turn) {
        let idle = lastEvents.filter { $0.key.user == user && !isMonitoring($0.key) }
        guard idle.count > limit else { return }
        let oldest = idle.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.prefix(idle.count - limit)
        for (app, _) in oldest { forget(app, &turn) }
    }

    private mutating func stop(
        _ service: MonitoredService,
        for app: AppKey,
        _ end: MonitorEnd,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard services[app]?.contains(service) == true else { return }
        for kind in service.kinds { drop(.kind(kind), of: app, .stopped, &machine, &turn) }
        if service == .significantChanges, toldPlaces[app] != nil { setTold(nil, of: app, &turn) }
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
        machine.programs.left(session, of: app, leavesRequests: false, &turn)
    }

    /// Tells an app's streams of the services, the diagnostics and the right to know, where they have changed.
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
            // Some of it may not have left, and is withdrawn: all that still waits follows once the app may know.
            guard state.withdrawsEvents else { continue }
            streams[session]?.sent = [:]
            streams[session]?.sentOfRegions = []
        }
        if let ground {
            state.place = lastKnownPlace(for: app, machine)
            state.visit = presentVisit(for: app, machine)
            let given = [
                state.place.map { MonitorEvent.Content.significantChange($0) },
                state.visit.map { MonitorEvent.Content.arrival($0) },
            ].compactMap(\.self)
            for content in given { recordAccess(of: app, to: content, on: ground, &machine, &turn) }
            if let place = state.place { setTold(place, of: app, &turn) }
        }
        if mayWatchAnchor(app, machine), let place = anchors[app]?.saved.place {
            state.anchor?.place = place
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
        guard case .significantChange(let told) = content(.significantChange(place), for: app, machine) else {
            return nil
        }
        return told
    }

    private func presentVisit(for app: AppKey, _ machine: Machine) -> Visit? {
        guard mayKnowOfVisits(app, machine), let visit = visits.present,
            case .arrival(let told) = content(.arrival(visit), for: app, machine)
        else { return nil }
        return told
    }

    func diagnostics(of app: AppKey, _ machine: Machine, _ turn: Turn) -> [MonitoringDiagnostic] {
        let authorization = machine.people.authorization(of: app)
        let reasons = machine.reasonToWithhold(from: app, turn) ?? []
        var found = Set(reasons.compactMap { MonitoringDiagnostic(rawValue: $0.rawValue) })
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
        // This change is told to all, so that none of the time of a pause counts any more.
        if user == nil, !ofAreaOnly { resumed = resumed.filter { machine.people.isPaused($0) } }
        let apps = services.keys.filter { user == nil || $0.user == user }.sorted()
        for app in apps where services[app]?.contains(.significantChanges) == true {
            let authorization = machine.people.authorization(of: app)
            var coordinate = notified.coordinate
            if authorization.accuracy == .full || !authorization.status.isAuthorized {
                // After a restart, an app may have been told before.
                if ofAreaOnly || user != nil && lastTold(app) == notified.coordinate { continue }
            } else {
                guard let area = machine.positioning.reducedLocation.area,
                    lastTold(app).map({ ReducedArea(of: $0) }) != area
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
            make(.significantChange(place), for: app, &machine, &turn)
        }
    }

    /// Makes an event of where the machine is now for the apps of a user whose pause is over, if others were told of a
    /// change meanwhile, once it is known where that is.
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

    /// Makes the events of users whose pause is over, if the machine is still where a change in it has brought it.
    ///
    /// Otherwise the place would tell where it was in the pause, and the next change follows.
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
        _ fix: Fix,
        observedAt: MonotonicInstant,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard visitors.contains(where: { mayKnowOfVisits($0, machine) }) else { return }
        let now = turn.now.utc
        for change in visits.consider(fix, observedAt: observedAt, wallClock: now) {
            let content: MonitorEvent.Content
            switch change {
            case .arrived(let visit):
                content = .arrival(visit)
                turn.record(.monitor(.visitBegan(elapsed: visit.arrival.map { $0.duration(to: now) })))
            case .departed(let visit):
                content = .departure(visit)
                let stayed = visit.departure.flatMap { visit.arrival?.duration(to: $0) }
                turn.record(.monitor(.visitEnded(stayed: stayed)))
            }
            for app in visitors.sorted() { make(content, for: app, &machine, &turn) }
        }
        saveStay(&turn)
    }

    /// Returns the pauses that visits and regions permit after a believed fix; `nil` for what there is none to care for.
    func pauses(
        after fix: Fix,
        _ settings: DutyCycle.Settings,
        _ machine: Machine,
        _ turn: Turn
    ) -> [ReceiverPause?] {
        let ofRegions = pauseForRegions(after: fix, settings, machine, turn)
        guard visitors.contains(where: { mayKnowOfVisits($0, machine) }) else { return [ofRegions] }
        let look = visits.nextLook
        let ofVisits = machine.power.dutyCycle.pause(
            of: look.after,
            because: .visitMayBegin(seen: look.seenFor),
            settings: settings
        )
        return [ofRegions, ofVisits]
    }

    private mutating func saveStay(_ turn: inout Turn) {
        guard visits.saved != savedStay else { return }
        savedStay = visits.saved
        turn.commit(.stay(savedStay))
    }

    private mutating func make(
        _ content: MonitorEvent.Content,
        for app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let kind = content.kind
        guard let entitlement = entitlement(of: app, machine, turn) else {
            let diagnostics = diagnostics(of: app, machine, turn)
            return turn.record(
                .monitor(.monitorEventRefused(kind: kind, diagnostics: diagnostics)),
                about: app
            )
        }
        let earlier = events[app]?[kind]
        let event = MonitorEvent(
            self.content(content, for: app, machine),
            identifier: newEventIdentifier(of: app, &turn),
            date: turn.now.utc,
            ground: entitlement.ground,
            isHeld: !entitlement.isConfirmed
        )
        set(event, kind, of: app, &turn)
        announce(event, replacing: earlier, of: app, &machine, &turn)
    }

    /// Records a new event, sends it, and, while it is held, has the person asked.
    mutating func announce(
        _ event: some WaitingForApp,
        replacing earlier: (some WaitingForApp)?,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        if let earlier { record(.replaced(by: event.identifier), earlier, of: app, &turn) }
        record(event.isHeld ? .held : .made(ground: event.ground), event, of: app, &turn)
        sendEvents(of: app, &machine, &turn)
        if event.isHeld { machine.people.askToConfirmAlways(app, &turn) }
    }

    func record(_ step: MonitorEventStep, _ event: some WaitingForApp, of app: AppKey, _ turn: inout Turn) {
        turn.record(.monitor(.event(kind: event.kind, event: event.identifier, step)), about: app)
    }

    /// Returns the time in milliseconds, or a number after the app's latest one, if the clock was set back meanwhile.
    mutating func newEventIdentifier(of app: AppKey, _ turn: inout Turn) -> MonitorEventIdentifier {
        let milliseconds = UInt64(max(turn.now.utc.nanosecondsSince1970 / 1_000_000, 0))
        let waiting = (events[app] ?? [:]).values.map(\.identifier)
        let latest = (waiting + [lastEvents[app], regions.latestEvent(of: app)].compactMap(\.self)).max()
        let event = MonitorEventIdentifier(max((latest?.rawValue ?? 0) + 1, milliseconds))
        lastEvents[app] = event
        turn.commit(.lastMonitorEvent(app, event))
        return event
    }

    private mutating func set(
        _ event: MonitorEvent?,
        _ kind: MonitorEventKind,
        of app: AppKey,
        _ turn: inout Turn
    ) {
        events[app, default: [:]][kind] = event
        if events[app]?.isEmpty == true { events[app] = nil }
        turn.commit(.monitorEvent(app, kind, event))
    }

    // MARK: Waiting events

    /// The age at which a held event is dropped.
    private static let longestHeld: Duration = .seconds(3600)

    /// Where an event waits: there is one of each kind of the services, and one of each region.
    private enum EventPlace {
        case kind(MonitorEventKind)
        case region(RegionNumber)
    }

    private func event(at place: EventPlace, of app: AppKey) -> (any WaitingForApp)? {
        switch place {
        case .kind(let kind): events[app]?[kind]
        case .region(let number): regions[number]?.event
        }
    }

    private mutating func set(
        _ event: (any WaitingForApp)?,
        at place: EventPlace,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        switch place {
        case .kind(let kind): set(event as? MonitorEvent, kind, of: app, &turn)
        case .region(let number):
            guard var region = regions[number] else { return }
            region.event = event as? RegionEvent
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
        // An event that is gone was acknowledged before, or a newer one has replaced it.
        if let event = events[app]?.values.first(where: { $0.identifier == identifier }) {
            set(nil, event.kind, of: app, &turn)
            record(.acknowledged(elapsed: event.age(turn)), event, of: app, &turn)
        } else if let number = regions.region(of: identifier, of: app), var region = regions[number],
            let event = region.event
        {
            (region.event, region.lastEvent) = (nil, event)
            set(number, to: region, &machine, &turn)
            record(.acknowledged(elapsed: event.age(turn)), event, of: app, &turn)
            // The next of many may follow.
            sendEvents(of: app, &machine, &turn)
        }
    }

    /// Releases or drops a held event, or returns the time for which it is still held.
    private mutating func endHolding(
        at place: EventPlace,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) -> Duration? {
        guard var event = event(at: place, of: app), event.isHeld else { return nil }
        if event.date > turn.now.utc {
            // The clock was set back; without this the event would be held for as much longer.
            event.date = turn.now.utc
            set(event, at: place, of: app, &machine, &turn)
        }
        let authorization = machine.people.authorization(of: app)
        let remaining = Self.longestHeld - event.age(turn)
        if remaining <= .zero {
            drop(place, of: app, .tooOld(age: event.age(turn)), &machine, &turn)
        } else if authorization.isUnconfirmed {
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

    // MARK: Sending events

    /// Sends or deletes the events that were held for as long as they may be.
    mutating func endHolding(_ machine: inout Machine, _ turn: inout Turn) {
        for app in heldUntil.removeAll(upTo: turn.now.instant) {
            sendEvents(of: app, &machine, &turn)
        }
    }

    /// Sends an app's streams the events that wait and were not sent yet; deletes those that may not be sent any more.
    mutating func sendEvents(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        let authorization = machine.people.authorization(of: app)
        let kinds = waitingEvents(of: app).map { EventPlace.kind($0.kind) }
        var held: [Duration] = []
        if authorization.status.isAuthorized {
            for place in kinds + regions.held(of: app).map(EventPlace.region) {
                if let remaining = endHolding(at: place, of: app, &machine, &turn) { held.append(remaining) }
            }
            for event in waitingEvents(of: app) where !event.isHeld { send(event, of: app, &machine, &turn) }
            sendRegionEvents(of: app, authorization, &machine, &turn)
        } else {
            for place in kinds + regions.withEvent(of: app).map(EventPlace.region) {
                drop(place, of: app, .unauthorized, &machine, &turn)
            }
        }
        startProgram(of: app, &machine, &turn)
        heldUntil[app] = held.min().map { turn.now.instant + $0 }
    }

    private func waitingEvents(of app: AppKey) -> [MonitorEvent] {
        (events[app] ?? [:]).values.sorted { $0.identifier < $1.identifier }
    }

    private mutating func send(
        _ event: MonitorEvent,
        of app: AppKey,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        guard groundToTell(app, machine, turn) != nil else { return }
        let sessions = machine.presence.sessions(of: app, as: .monitor).filter {
            streams[$0]?.sent[event.kind] != event.identifier
        }
        guard !sessions.isEmpty else { return }
        for session in sessions { streams[session]?.sent[event.kind] = event.identifier }
        var told = event
        told.content = content(event.content, for: app, machine)
        recordAccess(of: app, to: told.content, on: event.ground, &machine, &turn)
        let radius = told.content.horizontal68Meters
        record(.sent(streams: sessions.count, accuracyMeters: radius), event, of: app, &turn)
        if case .significantChange(let place) = told.content { setTold(place, of: app, &turn) }
        machine.programs.use(app, turn)
        for session in sessions { turn.emit(.tellMonitor(session, .event(told))) }
    }

    /// Has the program of an app started that may always know, for events that wait for it.
    func startProgram(of app: AppKey, _ machine: inout Machine, _ turn: inout Turn) {
        guard !machine.presence.has(.monitor, app), let event = latestUnheldEvent(of: app),
            !machine.programs.hasServed(event, of: app), !machine.people.isPaused(app.user),
            machine.people.authorization(of: app).allowsOutOfUse,
            let program = machine.people.program(of: app)
        else { return }
        let obstacle = machine.programs.start(program, of: app, for: .events, machine.people, &turn)
        if case .starting = obstacle { return }
        machine.programs.refuse(event, of: app, obstacle, &turn)
    }

    func latestUnheldEvent(of app: AppKey) -> MonitorEventIdentifier? {
        let unheld = (events[app] ?? [:]).values.filter { !$0.isHeld }.map(\.identifier)
        return (unheld + [regions.latestUnheldEvent(of: app)].compactMap(\.self)).max()
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
        guard machine.people.authorization(of: app).accuracy == .reduced else { return content }
        return content.reduced(
            to: machine.positioning.reducedLocation.area(of: content.coordinate),
            marginMeters: ReducedLocation.margin(error95Meters: nil)
        )
    }

    /// Returns the place that an app was told last, or will be told next.
    private func lastTold(_ app: AppKey) -> Coordinate? {
        events[app]?[.significantChange]?.content.coordinate ?? toldPlaces[app]?.coordinate
    }

    /// Remembers the place that an app is told, from which its next area is judged; `nil` to forget it.
    private mutating func setTold(_ place: MonitoredPlace?, of app: AppKey, _ turn: inout Turn) {
        guard toldPlaces[app]?.coordinate != place?.coordinate else { return }
        let told = place.map { NotifiedPlace(coordinate: $0.coordinate, notifiedAt: turn.now.utc) }
        toldPlaces[app] = told
        turn.commit(.toldPlace(app, told))
    }

    private func recordAccess(
        of app: AppKey,
        to content: MonitorEvent.Content,
        on ground: Ground,
        _ machine: inout Machine,
        _ turn: inout Turn
    ) {
        let radius = content.horizontal68Meters
        machine.recordAccess(of: app, by: .monitor(app), on: ground, horizontal68Meters: radius, &turn)
    }

    // MARK: Explanations

    private static let explainedEvents = 20

    /// Returns the events that wait for an app, oldest first, and what each waits for.
    func waitingEvents(of app: AppKey, _ machine: Machine, _ turn: Turn) -> [WaitingEvent] {
        let mayBeTold = groundToTell(app, machine, turn) != nil
        let isExact = machine.people.authorization(of: app).accuracy == .full
        func waiting(_ event: any WaitingForApp, region: RegionName? = nil) -> WaitingEvent {
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
        let ofServices = waitingEvents(of: app).map { waiting($0) }
        let ofRegions = regions.withEvent(of: app).prefix(Self.explainedEvents).compactMap { number in
            regions[number].flatMap { region in region.event.map { waiting($0, region: region.name) } }
        }
        return Array(
            (ofServices + ofRegions).sorted { $0.identifier < $1.identifier }.prefix(Self.explainedEvents)
        )
    }
}

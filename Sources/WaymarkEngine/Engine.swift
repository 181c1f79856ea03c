package import LocationModel
import Regions

/// Decides everything that the service does.
///
/// It performs no I/O, reads no clock and draws no random numbers. Feed it one ``Event`` at a time, carry out every
/// ``Effect`` it returns, in order, and call it again no later than ``nextDeadline``. The monotonic clock of the
/// moments passed in never goes back; the wall clock may jump. The same events at the same moments give the same
/// effects, so that a run can be recorded and replayed.
package struct Engine: Hashable, Codable, Sendable {
    /// What the components have in common.
    var turn: Turn

    /// The current settings.
    package var settings: EngineSettings { turn.settings }

    /// The latest time for the next call if no event comes; `nil` when none is needed.
    ///
    /// It is stored, because whoever reads a computed property of a class's property makes a copy of the whole engine.
    package private(set) var nextDeadline: MonotonicInstant?

    /// The state that survives a restart, except for widgets, whose saved parts are in their records.
    private(set) var saved: SavedState

    /// The number of the latest decision.
    package var lastDecision: UInt64 { turn.records.journal.last }

    /// What services stand on.
    var machine: Machine
    var widgets: WidgetTable
    var requests: LocationRequests

    /// The change that is being told to widgets, if any.
    var changeNotice: ChangeNotice?
    var visits: Visits
    var monitors = Monitors()
    var regions = MonitoredRegions()
    var beacons = BeaconListening()

    /// The obstacle to hearing beacons that apps were told of.
    var beaconObstacle: AvailabilityObstacle? = .noBeaconProgram
    var followers = Followers()
    var serviceSessions = ServiceSessions()
    var headings = HeadingSelection()
    var snapshots = Snapshots()
    var launchers = LauncherSessions()
    var launches = Launches()

    var endedRequests = EndedRequests()
    private(set) var tickets: ReloadTickets
    var ticketWatchers = TicketWatchers()

    /// The time between the zeros of both clocks when the clock was last set.
    var clockDifference: Duration

    /// The number of changes of the time since the start.
    var timeChanges: UInt32 = 0

    /// The widgets in view that are yet to be told of the latest change of the time, in reverse order.
    var untoldOfTime: [WidgetIdentifier] = []
    var requestNumbers: Numbering
    var launchNumbers: Numbering
    var widgetNumbers: Numbering

    /// Creates an engine from a saved state.
    ///
    /// With a secret, its identifiers do not reveal the activity of other users. Its decisions have the numbers that
    /// follow those of the journal.
    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        journal: JournalNumbers = JournalNumbers(),
        catalogue: AppCatalogue = AppCatalogue(),
        receiverNames: [String] = [],
        secret: NumberingSecret? = nil,
        at now: Moment
    ) {
        turn = Turn(
            at: now,
            settings: settings,
            records: Records(journal: journal, usage: Usage(of: state))
        )
        saved = state
        machine = Machine(
            people: People(
                restoring: state,
                catalogue: catalogue,
                policy: settings.policy,
                promptNumbers: Numbering(.prompt, secret, from: now.instant)
            ),
            positioning: Positioning(
                settings: settings,
                state: state,
                receiverNames: receiverNames,
                secret: secret,
                at: now
            ),
            power: Power(settings: settings, at: now.instant)
        )
        widgets = WidgetTable(shownDate: now.utc)
        requestNumbers = Numbering(.request, secret, from: now.instant)
        launchNumbers = Numbering(.launch, secret, from: now.instant)
        widgetNumbers = Numbering(.widget, secret, from: now.instant, after: state.nextWidgetNumber - 1)
        requests = LocationRequests(numbers: Numbering(.locationRequest, secret, from: now.instant))
        tickets = ReloadTickets(
            restoring: state.tickets,
            numbers: Numbering(
                .ticket,
                secret,
                from: now.instant,
                after: state.tickets.keys.max()?.rawValue
            )
        )
        clockDifference = now.clockDifference
        visits = Visits(settings: settings.visits, restoring: state.stay, at: now)
        regions = MonitoredRegions(restoring: state.regions, at: now.instant)
        for app in Set(state.monitoring.keys).union(regions.apps) { turn.touch(app) }
        for (widget, saved) in state.widgets { widgets.insert(widget, restored(saved)) }
        saved.widgets = [:]
        saved.tickets = [:]
        (saved.grants, saved.services, saved.accessLogs) = ([:], ServicesSwitch(), [:])
        (saved.manifestTexts, saved.kinds) = ([:], [:])
        nextDeadline = earliestDeadline
    }

    private func restored(_ saved: SavedWidget) -> WidgetRecord {
        var record = WidgetRecord(saved)
        guard let deliveredAt = saved.timeline?.deliveredAt else { return record }
        // Only the wall clock tells how long ago that was, and it may have been set since. The remaining interval is
        // therefore capped at the full interval.
        let age = min(max(deliveredAt.duration(to: now.utc), .zero), settings.minimumReloadInterval)
        let intervalEnd = now.instant - age + settings.minimumReloadInterval
        record.schedule(nil, intervalEnd: intervalEnd, shown: now.utc)
        return record
    }

    /// The state that survives a restart, computed on each access.
    package var savedState: SavedState {
        var state = saved
        machine.people.save(in: &state)
        state.widgets = widgets.saved
        state.tickets = tickets.saved
        state.lastNotifiedPlace = machine.positioning.lastNotified
        state.statedPlace = machine.positioning.statedInCall
        return state
    }

    /// Handles an event and returns the effects to carry out.
    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        turn.now = now
        // Due work comes first, so that an event finds the same state whether or not the shell was late.
        settle()
        do throws(Refusal) { try begin(event) } catch {
            if let call = event.call { turn.emit(.refuse(call, error)) }
        }
        drain()
        settle()
        nextDeadline = earliestDeadline
        return turn.takeEffects()
    }

    private mutating func begin(_ event: Event) throws(Refusal) {
        switch event {
        case .called(let command, let caller, let call):
            let answer = try answer(to: command, by: caller)
            drain()
            emit(.reply(call, answer))
        case .providerConnected(let session, let app, let kinds, let call, let verification, let process):
            connectProvider(session, app: app, kinds: kinds, verification, process, call)
        case .hostConnected(let session, let caller, let widgets, let call, let isAlwaysInView):
            connectHost(session, by: caller, widgets: widgets, isAlwaysInView: isAlwaysInView, call)
        case .hostIsReady(let session): tellMore(session)
        case .appConnected(let session, let app, let caller, _):
            try machine.people.connectApp(session, app, by: caller, &machine.presence, &turn)
        case .monitorConnected(let session, let app, let caller, let call):
            connectMonitor(session, app, by: caller, call)
        case .launcherConnected(let session, let manager, let running, let caller, let call):
            connectLauncher(session, manager, running: running, by: caller, call)
        case .agentConnected(let session, let caller, _):
            try machine.people.connectAgent(session, by: caller, &machine.presence, &turn)
        case .manifestsInstalled(let manifests, let broken):
            try changeManifests { people, turn in people.install(manifests, broken: broken, &turn) }
        case .locationRequested(let request, let app, let caller, let call):
            requestLocation(request, of: app, by: caller, call)
        case .followerConnected(let session, let request, let app, let caller, let call):
            connectFollower(session, .location(request), of: app, by: caller, call)
        case .headingFollowerConnected(let session, let filter, let app, let caller, let call):
            connectFollower(session, .heading(filterDegrees: filter), of: app, by: caller, call)
        case .beaconFollowerConnected(let session, let condition, let app, let caller, let call):
            connectFollower(session, .beacons(condition), of: app, by: caller, call)
        case .beaconFeedConnected(let session, let caller, let call):
            connectBeaconFeed(session, by: caller, call)
        case .serviceSessionOpened(let session, let request, let app, let caller, let call):
            openServiceSession(session, request, of: app, by: caller, call)
        case .ticketsWatched(let session, let tickets, let caller, let call):
            watch(tickets, session, by: caller, call)
        case .snapshotRequested(let kind, let family, let configuration, let caller, let call):
            requestSnapshot(of: kind, family: family, configuration: configuration, by: caller, call)
        case .callAbandoned(let call):
            abandonRequest(of: call)
            abandonSnapshot(of: call)
        case .disconnected(let session): disconnect(session)
        case .receiverReported(let receiver, let report): handle(report, from: receiver)
        case .settingsChanged(let settings): change(to: settings)
        case .timeChanged(let change): handle(change)
        case .deadlineReached:
            tellMore()
            tellTime()
        }
    }

    private var earliestDeadline: MonotonicInstant? {
        .earliest(
            of: widgets.nextDeadline(at: now, showsEntries: !machine.presence.hosts.isEmpty),
            requests.nextDeadline,
            machine.presence.deadline,
            machine.power.deadline,
            machine.positioning.deadline(turn),
            monitors.nextDeadline,
            regions.nextDeadline,
            launches.nextDeadline,
            snapshots.nextDeadline,
            silenceDeadline,
            headingDeadline,
            regions.beacons.nextDeadline,
            beacons.heard.nextDeadline,
            hasMoreToTell ? now.instant : nil
        )
    }

    // MARK: Shared by the extensions

    /// Records a decision about a widget.
    mutating func record(_ decision: Decision, about widget: WidgetIdentifier) {
        record(decision, about: JournalSubject(app: widgets[widget]?.saved.kind.app, widget: widget))
    }

    // MARK: Changes that mark affected apps

    /// Changes the state that survives a restart, except for existing widgets.
    mutating func commit(_ change: StateChange) {
        let before = shares(of: change)
        switch change {
        case .widgetPlaced(let widget, let kind, let key):
            machine.people.kinds.place(kind)
            widgets.insert(widget, WidgetRecord(SavedWidget(kind: kind, hostKey: key)))
        case .widgetRemoved(let widget):
            if let kind = widgets[widget]?.saved.kind { machine.people.kinds.remove(kind) }
            widgets.remove(widget)
            let date = now.utc
            changeTickets { $0.remove(widget, at: date) }
        case .region(let number, let region):
            let earlier = saved.regions[number]
            regions.replace(earlier, with: region, at: number, now.instant)
            // An app with its first region, or without its last, wants other receivers.
            if (earlier == nil) != (region == nil), let app = (region ?? earlier)?.name.app {
                machine.people.setMonitoring(app, isMonitoring(app), &turn)
            }
        default: break
        }
        saved.apply(change)
        if case .monitoring(let app, _, _) = change {
            machine.people.setMonitoring(app, isMonitoring(app), &turn)
        }
        if !saved.widgets.isEmpty { saved.widgets = [:] }
        turn.records.usage.replace(before, with: shares(of: change))
        emit(.commit(change))
    }

    /// Changes a widget's record and saves its durable part.
    mutating func update(_ widget: WidgetIdentifier, _ body: (inout WidgetRecord) -> Void) {
        let bytes = widgets[widget]?.saved.timelineBytes ?? 0
        for change in widgets.update(widget, body) {
            if case .timeline = change, let saved = widgets[widget]?.saved {
                turn.count(saved.timelineBytes - bytes, .timelineBytes, of: saved.kind.app.user)
            }
            emit(.commit(change))
        }
    }

    /// Changes the tickets, and saves what must survive a restart.
    mutating func changeTickets<Result>(_ body: (inout ReloadTickets) -> Result) -> Result {
        let result = body(&tickets)
        let (changed, changes) = tickets.drainChanged()
        for change in changes { emit(.commit(change)) }
        for ticket in changed { ticketWatchers.note(ticket) }
        return result
    }

    /// Marks an app that monitors, because something other than its saved state or its use has changed.
    mutating func touchMonitor(_ app: AppKey) {
        if isMonitoring(app) || monitors.isConnected(app) { touch(app) }
    }

    /// Returns the consumers whose entitlement may have changed since the last call.
    ///
    /// For most events there are none, and it returns at once.
    mutating func drainTouched() -> TouchedConsumers? {
        guard
            turn.isTouched || widgets.isTouched
                || followers.isTouched
        else { return nil }
        var touched = widgets.drainTouched()
        let (apps, every) = turn.takeTouched()
        let touchedFollowers = followers.drainTouched()
        if every {
            let monitored = monitoringApps.union(monitors.connectedApps).union(touchedMonitors(apps))
            return TouchedConsumers(
                widgets: Set(widgets.identifiers),
                requests: requests.all,
                followers: followers.all,
                serviceSessions: serviceSessions.all,
                monitors: monitored.sorted()
            )
        }
        for app in apps { touched.formUnion(widgets.byApp[app]) }
        return TouchedConsumers(
            widgets: touched,
            requests: apps.flatMap { requests[$0] },
            followers: touchedFollowers.union(apps.flatMap { followers[$0] }).sorted(),
            serviceSessions: apps.flatMap { serviceSessions[$0] },
            monitors: touchedMonitors(apps)
        )
    }

    /// Returns the apps that monitor, did so a moment ago, or follow what they monitor.
    private func touchedMonitors(_ apps: [AppKey]) -> [AppKey] {
        apps.filter {
            isMonitoring($0) || monitors.knows($0) || machine.power.consumers.entitled[.monitor($0)] != nil
                || regions.entitledToBeacons.contains($0)
        }
    }

    /// Tells the components of what those below them have told, in the order of telling.
    ///
    /// What follows from a notice is told before the next notice.
    mutating func drain() {
        for notice in turn.takeNotices() {
            switch notice {
            case .useBegan(let app): useBegan(of: app)
            case .useEnded(let app): useEnded(of: app)
            case .authorizationMayDiffer(let app, let before, let cause):
                announce(app, from: before, because: cause)
            }
            drain()
        }
    }

    /// Does all work that is due; a second call at the same moment does nothing.
    private mutating func settle() {
        for widget in widgets.showEntries(at: now.utc) { tellHosts(of: widget) }
        for widget in widgets.closeEndedWindows(at: now.instant) {
            record(.windowEnded, about: widget)
            // A fix would not help its pending reload any more.
            release(widget)
        }
        machine.presence.advance(&turn)
        drain()
        computeArea()
        updateStatedPlace()
        settleRegions()
        settleBeacons()
        for app in monitors.removeDue(at: now.instant) { sendEvents(of: app) }
        for (widget, reason) in widgets.removeDueReloads(at: now) { owe(widget, reason) }
        for widget in widgets.removeDueProgress(at: now.instant) { carryOn(with: widget) }
        settleLaunches()
        for request in requests.removeDue(at: now.instant) { answerAtDeadline(request) }
        endLateSnapshots()
        tellSilence()
        tellHeadingSilence()
        updatePower()
        tellTickets()
        updateBeaconDemand()
    }

    private mutating func change(to settings: EngineSettings) {
        let delay = settings.minimumReloadInterval - self.settings.minimumReloadInterval
        widgets.change(window: settings.inUseWindow, intervalsEndLaterBy: delay, at: now.instant)
        machine.power.change(to: settings)
        machine.positioning.change(to: settings)
        visits.change(to: settings.visits)
        turn.settings = settings
        let presence = machine.presence
        try? machine.people.changeAll(because: .policy, presence, &turn) { people, turn in
            people.change(to: settings.policy, &turn)
        }
        drain()
        // A longer window may have brought widgets into use again.
        for widget in widgets.identifiers { release(widget) }
    }

    // MARK: The machine's place

    /// Carries a receiver's report to those whom it concerns.
    private mutating func handle(_ report: ReceiverReport, from receiver: ReceiverIdentifier) {
        switch report {
        case .state(let state):
            let couldGive = machine.positioning.someReceiverCanGive
            let need = machine.power.subject
            guard machine.positioning.record(state, of: receiver, following: need, &turn) else { return }
            if machine.positioning.someReceiverCanGive != couldGive { touchMonitors() }
            noticeLostPosition()
            noticeCause()
        case .epoch(.noFix(_, let satellites), _):
            // Streams were told of the missing position before its satellites were known.
            if machine.positioning.record(satellites, of: receiver) { noticeCause() }
        case .heading(let heading, _):
            machine.positioning.record(heading, of: receiver, turn)
            serveHeading(heading, from: receiver)
        case .epoch(.fix(let fix), let observedAt):
            let judged = machine.positioning.judge(fix, from: receiver, observedAt: observedAt, &turn)
            if let judged { carry(judged) }
        }
    }

    /// Carries a judged fix to those whom it concerns: regions, widgets and apps if it is a significant change, visits,
    /// the receivers' pause, and whoever waits for a fix.
    private mutating func carry(_ judged: Positioning.JudgedFix) {
        let (fix, observedAt) = (judged.fix, judged.observedAt)
        if judged.isBelieved {
            machine.power.recordBelieved(fix, observedAt: observedAt, turn)
            noticeRegions(fix, observedAt: observedAt)
        } else {
            machine.power.recordFixInDoubt()
            noticeRegions(ofDoubtful: fix)
        }
        switch machine.positioning.conclude(judged, &turn) {
        case .significantChange: tellChange()
        case .doubt: noticeCause()
        case nil: break
        }
        guard judged.isBelieved else { return }
        if judged.givesAnotherArea, !judged.isSignificantChange { tellChange(ofAreaOnly: true) }
        noticeVisit(fix, observedAt: observedAt)
        if let cycle = settings.dutyCycle, let next = machine.positioning.nextChange(turn) {
            let others = [pauseForRegions(after: fix, settings: cycle), pauseForVisits(settings: cycle)]
            machine.power.offerPause(
                after: fix,
                observedAt: observedAt,
                nextChange: next,
                cycle,
                others: others
            )
        }
        serveWaiting()
    }

    /// Computes the area given under reduced accuracy when its time has come, and tells of another one.
    private mutating func computeArea() {
        guard machine.positioning.computeArea(turn) else { return }
        serveAreas()
        tellChange(ofAreaOnly: true)
    }

    /// Starts or ends the use of the stated place when its time has come.
    private mutating func updateStatedPlace() {
        let news = machine.positioning.updateStatedPlace(&turn)
        if news.isSignificantChange { tellChange() }
        guard let fix = news.begun?.fix else { return }
        if news.givesAnotherArea { tellChange(ofAreaOnly: true) }
        // Time goes on from here for regions too: nothing contradicts what the owner says.
        noticeRegions(fix, observedAt: max(machine.positioning.lastObservedAt ?? now.instant, now.instant))
        serveWaiting()
    }

    /// Serves those who wait for a fix, and the widgets that were told of its absence.
    private mutating func serveWaiting() {
        if !widgets.awaitingFix.isEmpty {
            for widget in widgets.awaitingFix.sorted() { release(widget) }
        }
        if !machine.power.consumers.uninformed.isEmpty {
            for widget in machine.power.consumers.uninformed.sorted()
            where pendingReload(of: widget) == nil && location(for: widget).isLocation {
                owe(widget, .locationAvailable)
            }
        }
        if !requests.isEmpty, let freshFix { serveRequests(with: freshFix) }
        serveFollowers()
    }

    /// Opens and closes receivers to match the need.
    mutating func updatePower() {
        refreshConsumers()
        let lastFixAt = machine.positioning.fixes.latest?.receivedAt
        guard let change = machine.power.update(lastFixAt: lastFixAt, turn) else { return }
        switch change {
        case .on, .resume: machine.positioning.beginSearch(turn)
        // A pause after a fix is no search; one after a search in vain continues it.
        case .pause(let pause): if !pause.followsSearchInVain { machine.positioning.endSearch() }
        case .off: machine.positioning.endUse(&turn)
        }
        machine.power.carryOut(change, &turn)
    }
}

/// The consumers whose entitlement may have changed.
struct TouchedConsumers {
    var widgets: Set<WidgetIdentifier>
    var requests: [LocationRequestIdentifier]
    var followers: [SessionIdentifier]
    var serviceSessions: [SessionIdentifier]

    /// The apps that monitor, did so a moment ago, or follow what they monitor.
    var monitors: [AppKey]
}

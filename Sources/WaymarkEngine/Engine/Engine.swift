package import LocationModel
import Regions

/// Decides everything that the service does.
///
/// It performs no I/O, reads no clock and draws no random numbers. Feed it one ``Event`` at a time, carry out every
/// ``Effect`` it returns, in order, and call it again no later than ``nextDeadline``. The monotonic clock of the
/// moments passed in never goes back; the wall clock may jump. The same events at the same moments give the same
/// effects, so that a run can be recorded and replayed. Engines are compared by tests only.
package struct Engine: Equatable, Sendable {
    var turn: Turn

    package var settings: EngineSettings { turn.settings }

    /// The latest time for the next call if no event comes; `nil` when none is needed.
    ///
    /// It is stored, because reading a computed property of a class's property copies the whole engine.
    package private(set) var nextDeadline: MonotonicInstant?

    /// The demand of all consumers on the receivers; stored for the same reason.
    package private(set) var receiverDemand = ReceiverDemand()

    var machine: Machine
    var widgets: Widgets
    var streams: Streams
    var monitoring: Monitoring

    /// Creates an engine from a saved state.
    ///
    /// With a secret, its identifiers do not reveal the activity of other users. Its decisions are numbered
    /// on from `journal`. Receivers with a lower rank in `receiverRanks` are followed first; by default all
    /// are equal.
    package init(
        settings: EngineSettings = EngineSettings(),
        state: SavedState = SavedState(),
        journal: JournalNumbers = JournalNumbers(),
        catalogue: AppCatalogue = AppCatalogue(),
        receiverNames: [String] = [],
        receiverRanks: [Int] = [],
        secret: NumberingSecret? = nil,
        at now: Moment
    ) {
        turn = Turn(at: now, settings: settings, journal: journal, usage: Usage(of: state))
        machine = Machine(
            people: People(
                restoring: state,
                catalogue: catalogue,
                settings: settings,
                promptNumbers: Numbering(.prompt, secret, from: now.instant),
                at: now
            ),
            positioning: Positioning(
                settings: settings,
                state: state,
                receiverNames: receiverNames,
                receiverRanks: receiverRanks,
                secret: secret,
                at: now
            ),
            power: Power(at: now.instant),
            programs: Programs(numbers: Numbering(.launch, secret, from: now.instant))
        )
        streams = Streams(requestNumbers: Numbering(.locationRequest, secret, from: now.instant))
        widgets = Widgets(restoring: state, settings: settings, secret: secret, at: now)
        monitoring = Monitoring(settings: settings, state: state, at: now)
        for app in monitoring.apps { turn.touch(app) }
        // Nothing else starts the program of a widget with a pending reload that no host shows again.
        for widget in widgets.table.identifiers {
            guard let app = widgets.app(of: widget), machine.people.program(of: app) != nil,
                widgets.pendingReload(of: widget, machine, turn) != nil
            else { continue }
            machine.programs.startAfterRestart(app, turn)
        }
        nextDeadline = deadline
    }

    /// The state that survives a restart, computed on each access.
    package var savedState: SavedState {
        var state = SavedState()
        machine.people.save(in: &state)
        widgets.save(in: &state)
        monitoring.save(in: &state)
        state.lastNotifiedPlace = machine.positioning.lastNotified
        state.reducedArea = machine.positioning.reducedLocation.lastArea
        state.statedPlace = machine.positioning.statedInCall
        return state
    }

    package mutating func handle(_ event: Event, at now: Moment) -> [Effect] {
        turn.now = now
        // Due work comes first, so that an event finds the same state whether or not the shell was late.
        advance()
        do throws(Refusal) { try begin(event) } catch {
            if let call = event.call { turn.emit(.refuse(call, error)) }
        }
        drain()
        advance()
        nextDeadline = deadline
        receiverDemand = machine.power.demand
        return turn.takeEffects()
    }

    private mutating func begin(_ event: Event) throws(Refusal) {
        switch event {
        case .called(let command, let caller, let call):
            let answer = try answer(to: command, by: caller)
            drain()
            turn.emit(.reply(call, answer))
        case .opened(let session, let stream, let caller, _): try open(session, stream, by: caller)
        case .hostIsReady(let session): widgets.tellNextPiece(session, &machine, &turn)
        case .manifestsInstalled(let manifests, let broken):
            try changeManifests { people, _ in people.install(manifests, broken: broken) }
        case .locationRequested(let request, let app, let caller, let call):
            try streams.requests.make(request, of: app, by: caller, call, &machine, &turn)
        case .snapshotRequested(let kind, let family, let configuration, let caller, let call):
            try widgets.requestSnapshot(
                of: kind,
                family: family,
                configuration: configuration,
                by: caller,
                call,
                machine,
                &turn
            )
        case .callAbandoned(let call):
            streams.requests.abandon(call, &machine, &turn)
            widgets.abandonSnapshot(of: call, &turn)
        case .disconnected(let session): end(session)
        case .receiverReported(let receiver, let report): handle(report, from: receiver)
        case .settingsChanged(let settings): change(to: settings)
        case .timeChanged(let change): widgets.timeChanged(change, &machine, &turn)
        case .deadlineReached:
            widgets.continueTelling(&machine, &turn)
        }
    }

    private mutating func open(
        _ session: SessionIdentifier,
        _ stream: ClientStream,
        by caller: Caller
    ) throws(Refusal) {
        switch stream {
        case .provider(let app, let kinds, let verification, let process):
            let provider = ProviderSessions.Provider(
                app: app,
                kinds: Set(kinds.keys),
                verification: verification,
                process: process
            )
            try connectProvider(session, provider, declaring: kinds)
        case .host(let named, let isAlwaysInView):
            try widgets.connectHost(
                session,
                by: caller,
                widgets: named,
                isAlwaysInView: isAlwaysInView,
                &machine,
                &turn
            )
        case .launcher(let manager, let running):
            try machine.programs.connectLauncher(
                session,
                manager,
                running: running,
                by: caller,
                &machine.presence,
                machine.people,
                &turn
            )
        case .agent(let refusesOnly):
            let agent = Agent(caller: caller, refusesOnly: refusesOnly)
            try machine.people.connect(agent, session, &machine.presence, &turn)
        case .app(let app):
            try machine.people.connectApp(session, app, by: caller, &machine.presence, &turn)
        case .monitor(let app): try monitoring.open(session, of: app, by: caller, &machine, &turn)
        case .follower(let followed, let app):
            try streams.followers.open(session, followed, of: app, by: caller, &machine, &turn)
        case .beaconFeed: try streams.openBeaconFeed(session, by: caller, &machine, &turn)
        case .serviceSession(let request, let app):
            try streams.serviceSessions.open(session, request, of: app, by: caller, &machine, &turn)
        case .tickets(let tickets): try widgets.watch(tickets, session, by: caller, &machine, &turn)
        }
    }

    private mutating func answer(to command: Command, by caller: Caller) throws(Refusal) -> Answer {
        if let owner = command.owner, !caller.mayDecideFor(owner) { throw .notPermitted }
        if let app = command.actingApp, !caller.mayActFor(app) { throw .notPermitted }
        switch command {
        case .authorize(let app, let change):
            try machine.people.authorize(app, change, by: caller, &turn)
            drain()
            return .app(summary(of: app))
        case .propose(let proposal, let app):
            let prompt = try machine.people.propose(proposal, about: app, by: caller, &turn)
            drain()
            if case .authorize = proposal { return .app(summary(of: app), confirming: prompt) }
            return .asked(prompt)
        case .reset(let user, let app): reset(user: user, app: app)
        case .forget(let app): try forget(app, by: caller)
        case .switchServices(let isOn, let user):
            machine.people.switchServices(isOn: isOn, user: user, machine.presence, &turn)
        case .pause(let user, let length, let mayShorten):
            let pause = machine.people.pause(user, for: length, mayShorten: mayShorten, &turn)
            widgets.endShares(of: user, machine, &turn)
            drain()
            widgets.pauseBegan(of: user, &machine, &turn)
            return .paused(pause)
        case .resume(let user): machine.people.endPause(of: user, because: .settings, &turn)
        case .statePlace(let place): machine.positioning.statePlace(place, &turn)
        case .reportMovement(let reason):
            machine.power.consider(MovementReport(reason: reason, user: caller.user), &turn)
        case .registerManifest(let manifest, let text, let user):
            return .registered(
                manifest,
                try changeManifests(
                    of: AppKey(user: user, app: manifest.identifier)
                ) { people, turn throws(Refusal) in
                    try people.register(manifest, text: text, for: user, &turn)
                }
            )
        case .withdrawManifest(let app): try withdrawManifest(of: app)
        case .requestAuthorization(let session, let request):
            return try machine.people.request(request, on: session, by: caller, machine.presence, &turn)
        case .answerPrompt(let session, let prompt, let choice, let accuracy):
            let app = try machine.people.answer(
                prompt,
                choice,
                accuracy: accuracy,
                on: session,
                by: caller,
                machine.presence,
                &turn
            )
            drain()
            return .app(summary(of: app))
        case .setAppVisibility(let app, let visible, let session):
            try machine.presence.setVisibility(of: app, isVisible: visible, on: session, by: caller, &turn)
        case .reportLaunch(let session, let program, let report):
            try machine.programs.report(report, about: program, on: session, by: caller, &turn)
        case .startMonitoring(let app, let service):
            return try monitoring.start(service, for: app, by: caller, &machine, &turn)
        case .stopMonitoring(let app, let service):
            monitoring.stop(service, for: app, .asked, &machine, &turn)
            return monitoring.answer(about: app, &machine, &turn)
        case .listMonitoring(let app): return monitoring.answer(about: app, &machine, &turn)
        case .listRegions(let app, let last):
            return monitoring.listRegions(of: app, after: last, &machine, &turn)
        case .acknowledge(let app, let event):
            machine.programs.answered(app, &turn)
            drain()
            monitoring.acknowledge(event, of: app, &machine, &turn)
        case .addRegion(let name, let condition, let assumed):
            try monitoring.addRegion(
                name,
                condition,
                assumingInside: assumed,
                by: caller,
                streams.beacons.heard,
                &machine,
                &turn
            )
        case .reportBeacons(let session, let report):
            try streams.report(report, from: session, by: caller, &machine, &turn)
        case .removeRegion(let name): monitoring.removeRegion(name, &machine, &turn)
        case .anchor(let app, let command):
            return try monitoring.change(app, by: command, of: caller, &machine, &turn)
        case .place(let kind, let family, let configuration, let key):
            return .widget(
                try widgets.place(
                    kind,
                    family: family,
                    configuration: configuration,
                    key: key,
                    by: caller,
                    &machine,
                    &turn
                )
            )
        case .configure(let widget, let family, let configuration):
            try widgets.configure(
                widget,
                family: family,
                configuration: configuration,
                by: caller,
                &machine,
                &turn
            )
        case .remove(let widget): try widgets.remove(widget, by: caller, &machine, &turn)
        case .setVisibility(let widget, let isVisible, let session):
            try widgets.setVisibility(
                of: widget,
                isVisible: isVisible,
                on: session,
                by: caller,
                &machine,
                &turn
            )
        case .shareOnce(let widget, let exactly, let session):
            try widgets.shareOnce(widget, exactly: exactly, on: session, by: caller, machine, &turn)
            // Receivers go on first, so that the reload can wait for their fix.
            updatePower()
            widgets.reload(widget, because: .locationAvailable, &machine, &turn)
        case .deliverTimeline(let session, let request, let timeline):
            try widgets.accept(timeline, for: request, on: session, by: caller, &machine, &turn)
        case .failTimeline(let session, let request, let message):
            return .retry(
                after: try widgets.failRequest(request, message, on: session, by: caller, &machine, &turn)
            )
        case .deliverSnapshot(let session, let request, let content):
            try widgets.acceptSnapshot(content, for: request, on: session, by: caller, machine, &turn)
        case .reloadTimelines(let session, let kind, let widget):
            return .reloads(
                try widgets.reloadTimelines(of: kind, widget, on: session, by: caller, &machine, &turn)
            )
        case .push(let app, let kind):
            return .reloads(try widgets.push(app, kind: kind, by: caller, &machine, &turn))
        }
        drain()
        return .done
    }

    // MARK: Calls that concern several components

    /// Forgets the decisions about an app, or about all apps of a user.
    private mutating func reset(user: UserIdentifier, app: AppIdentifier?) {
        let apps =
            app.map { [AppKey(user: user, app: $0)] }
            ?? machine.people.knownApps(of: user, machine.presence)
        for app in apps {
            machine.people.reset(app, &turn)
            drain()
            machine.people.forgetUnusedKinds(of: app, machine.presence, &turn)
            monitoring.reset(app, &machine, &turn)
            // A reset app no longer counts for a quota, so new names without end would fill the disk.
            monitoring.forgetOldest(of: user, keeping: settings.quotas[.apps], &turn)
        }
    }

    private mutating func forget(_ app: AppKey, by caller: Caller) throws(Refusal) {
        for widget in widgets.table.byApp[app] { try widgets.remove(widget, by: caller, &machine, &turn) }
        reset(user: app.user, app: app.app)
        if machine.people.manifestTexts[app] != nil { try withdrawManifest(of: app) }
        monitoring.forget(app, &turn)
        machine.people.forget(app, &turn)
        machine.programs.forget(app, &turn)
    }

    private mutating func withdrawManifest(of app: AppKey) throws(Refusal) {
        try changeManifests(of: app) { people, turn throws(Refusal) in
            try people.withdrawManifest(of: app, &turn)
        }
    }

    /// Changes manifests, or only that of one app, and reloads the widgets whose want of a location changes.
    private mutating func changeManifests<Result>(
        of only: AppKey? = nil,
        _ change: (inout People, inout Turn) throws(Refusal) -> Result
    ) throws(Refusal) -> Result {
        let placed = only.map { widgets.table.byApp[$0] } ?? widgets.table.identifiers
        let wanting = widgets.wantingLocation(placed, machine.people)
        let apps = placed.compactMap { widgets.app(of: $0) }
        let needing = only.map { [$0] } ?? Set(apps).union(monitoring.apps).sorted()
        let programs = needing.map { machine.people.program(of: $0) }
        let before = machine.people.authorizations(of: only, machine.presence)
        let result = try change(&machine.people, &turn)
        machine.people.tell(only, differingFrom: before, because: .manifest, &turn)
        drain()
        widgets.manifestsChanged(placed, wanting: wanting, &machine, &turn)
        for (app, earlier) in zip(needing, programs) where machine.people.program(of: app) != earlier {
            machine.programs.forgetFailures(of: app)
            turn.tell(.programChanged(app))
            drain()
        }
        return result
    }

    /// Opens a provider's stream, after which its process no longer counts as the app.
    private mutating func connectProvider(
        _ session: SessionIdentifier,
        _ provider: ProviderSessions.Provider,
        declaring kinds: [WidgetKind: KindDeclaration]
    ) throws(Refusal) {
        let app = provider.app
        try widgets.connectProvider(session, provider, declaring: kinds, &machine, &turn)
        let event = monitoring.latestUnheldEvent(of: app)
        machine.programs.connected(session, of: app, latest: event, machine.presence, &turn)
        drain()
        if let process = provider.process { endAppConnections(of: process, servingOn: session) }
        widgets.providerConnected(of: app, kinds: provider.kinds, &machine, &turn)
    }

    /// Ends the streams and calls that a new provider's process, or one it has started, has open as an app.
    private mutating func endAppConnections(
        of process: ProviderProcess,
        servingOn provider: SessionIdentifier
    ) {
        guard let user = machine.presence.providers[provider]?.app.user else { return }
        for (connection, app) in machine.presence.connections(of: process, user) {
            machine.presence.recordRefusal(of: app, by: provider, &turn)
            let wasInUse = machine.presence.use(of: app, at: turn.now.instant) != nil
            switch connection {
            case .stream(let session):
                end(session)
                turn.emit(.endStream(session, .servesWidgets))
            case .request(let request): streams.requests.refuse(request, .servesWidgets, &machine, &turn)
            }
            // Its widgets do not inherit the app's grace period.
            if wasInUse { machine.presence.endGrace(of: app, turn) }
        }
    }

    private mutating func change(to settings: EngineSettings) {
        widgets.change(to: settings, turn)
        machine.positioning.change(to: settings)
        monitoring.change(to: settings)
        turn.settings = settings
        machine.people.change(to: settings, machine.presence, &turn)
        drain()
        // A longer window may have brought widgets into use again.
        widgets.startReloads(of: widgets.table.identifiers, &machine, &turn)
    }
}

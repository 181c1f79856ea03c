import LocationModel

// Programs of apps that are started when a widget or an event needs them, and stopped when nothing does.
//
// The engine starts nothing itself. A launcher in the person's session does, and for units of the system one of root:
// both read the manifest themselves, so that not even this service can make them run anything else.
extension Engine {
    /// Returns why a need goes without the app's program, or `nil` when the program can be started now.
    ///
    /// The app's manifest names a program.
    func launchObstacle(of app: AppKey, _ program: AppProgram) -> LaunchObstacle? {
        if let launch = launches[app] {
            let remaining = max(now.instant.duration(to: launch.stage.deadline), .zero)
            return switch launch.stage {
            case .starting: .starting(launch.identifier, remaining: remaining)
            case .connected: .notServed(launch.identifier)
            case .leaving: .ending(launch.identifier, remaining: remaining + settings.launching.timeToStop)
            case .stopping: .ending(launch.identifier, remaining: remaining)
            }
        }
        if program.manager == .system, !machine.people.catalogue.isInstalled(app.app) { return .notInstalled }
        guard launchers.session(for: app.user, program.manager) != nil else {
            return .noLauncher(program.manager)
        }
        if let failures = launches.failures(of: app), failures.retryAt > now.instant {
            return .failed(
                failures.last,
                failures: failures.count,
                retryIn: now.instant.duration(to: failures.retryAt),
                isSuspended: failures.isSuspended
            )
        }
        let starting = launches.queue.starting(of: app.user)
        return starting < settings.launching.startsAtOnce ? nil : .queued(starting: starting)
    }

    // MARK: Starting

    /// Has an app's program started for a need, and returns what the need waits for then.
    mutating func start(_ program: AppProgram, of app: AppKey, for need: LaunchNeed) -> LaunchObstacle {
        if let obstacle = launchObstacle(of: app, program) {
            wait(app, for: obstacle)
            return obstacle
        }
        guard let launcher = launchers.session(for: app.user, program.manager) else {
            return .noLauncher(program.manager)
        }
        launches.setWaiting(app, for: nil)
        let identifier = LaunchIdentifier(launchNumbers.next(at: now.instant))
        let deadline = settings.launching.deadline
        launches[app] = Launches.Launch(
            identifier: identifier,
            manager: program.manager,
            need: need,
            begin: now.instant,
            stage: .starting(until: now.instant + deadline),
            lastUse: now.instant
        )
        record(.launch(.asked(identifier, need, deadline: deadline)), about: JournalSubject(app: app))
        emit(
            .tellLauncher(launcher, .start(LaunchedProgram(app: app, launch: identifier), deadline: deadline))
        )
        return .starting(identifier, remaining: deadline)
    }

    /// Has an app wait for a launcher, or for its turn, if that is what is in the way of its program.
    mutating func wait(_ app: AppKey, for obstacle: LaunchObstacle) {
        switch obstacle {
        case .noLauncher(let manager): launches.setWaiting(app, for: manager)
        case .queued: launches.queue.wait(app)
        case .starting, .notServed, .ending, .notInstalled, .failed: break
        }
    }

    /// Has the program of an app started that may always know, for events that wait for it.
    mutating func startForEvents(of app: AppKey) {
        guard !monitors.isConnected(app), let event = latestUnheldEvent(of: app),
            !launches.hasServed(event, of: app), authorization(of: app).allowsOutOfUse,
            let program = program(of: app)
        else { return }
        let obstacle = start(program, of: app, for: .events)
        if case .starting = obstacle { return }
        if launches.refuse(event, of: app, obstacle.kind) {
            record(.launch(.notAsked(.events, obstacle)), about: JournalSubject(app: app))
        }
    }

    /// Returns the latest event that waits for an app and may be sent.
    private func latestUnheldEvent(of app: AppKey) -> MonitorEventIdentifier? {
        let events = (saved.monitorEvents[app] ?? [:]).values.filter { !$0.isHeld }.map(\.identifier)
        let regionEvent = regions.latestEvent(of: app).flatMap { event in
            regions.region(of: event, of: app).flatMap { saved.regions[$0]?.event }
        }
        return (events + [regionEvent].compactMap { $0?.isHeld == false ? $0?.identifier : nil }).max()
    }

    /// Starts or continues whatever waits for an app's program.
    mutating func releaseNeeds(of app: AppKey) {
        for widget in widgets.byApp[app] { release(widget) }
        startForEvents(of: app)
    }

    private func isMet(_ need: LaunchNeed?, of app: AppKey) -> Bool {
        switch need {
        case nil: true
        case .timelines(let kind): machine.presence.providers.session(serving: KindKey(app: app, kind: kind)) != nil
        case .events: monitors.isConnected(app)
        }
    }

    // MARK: What programs do

    /// Records that an app has opened a stream on which it serves widgets or follows events.
    mutating func programConnected(_ session: SessionIdentifier, of app: AppKey) {
        if monitors.isConnected(app) { launches.serve(latestUnheldEvent(of: app), of: app) }
        guard var launch = launches[app] else { return }
        launch.sessions.insert(session)
        if case .starting = launch.stage, isMet(launch.need, of: app) {
            launch.stage = .connected(idleCheck: now.instant + settings.launching.idleAfter)
            launch.lastUse = now.instant
            let elapsed = launch.begin.duration(to: now.instant)
            record(
                .launch(.connected(launch.identifier, session, after: elapsed)),
                about: JournalSubject(app: app)
            )
        }
        launches[app] = launch
        leaveForeignAlone(app)
    }

    /// Records that a stream of an app has ended, perhaps with requests unanswered.
    mutating func programLeft(_ session: SessionIdentifier, of app: AppKey, leavesRequests: Bool) {
        guard var launch = launches[app], launch.sessions.remove(session) != nil else { return }
        launches[app] = launch
        switch launch.stage {
        case .leaving, .stopping: break
        case .starting, .connected:
            if leavesRequests { return fail(app, .abandoned) }
            guard case .connected = launch.stage, launch.sessions.isEmpty else { return }
            if launch.hasEnded { return finish(app) }
            record(.launch(.left(launch.identifier)), about: JournalSubject(app: app))
            let lastMoment = now.instant + settings.launching.timeToLeave
            launches[app]?.stage = .leaving(until: lastMoment)
        }
    }

    /// Records that an app's program has answered a request: it works.
    mutating func programAnswered(_ app: AppKey) {
        launches.use(app, at: now.instant)
        launches[app]?.lastAnswer = now.instant
        guard launches.failures(of: app) != nil else { return }
        launches.forgetFailures(of: app)
        // What it does not serve need not wait any longer.
        releaseNeeds(of: app)
    }

    /// Records that a program did not answer a request in time; one that has answered no other since is stopped.
    mutating func programMissed(_ outstanding: ReloadProgress.Outstanding, of app: AppKey) {
        guard let launch = launches[app], case .connected = launch.stage,
            launch.sessions.contains(outstanding.session)
        else { return }
        let requestedAt = outstanding.deadline - settings.timelineDeadline
        guard launch.lastAnswer.map({ $0 < requestedAt }) ?? true else { return }
        fail(app, .unresponsive)
    }

    /// Ends the launch of a program that runs, but was not started for the service: whoever started it stops it.
    private mutating func leaveForeignAlone(_ app: AppKey) {
        guard let launch = launches[app], !launch.isOwn, case .connected = launch.stage else { return }
        launches[app] = nil
        // What it does not serve may need another attempt.
        releaseNeeds(of: app)
    }

    // MARK: Ends

    /// Records a failure, and has what is left of the program stopped.
    private mutating func fail(_ app: AppKey, _ failure: LaunchFailure) {
        guard let launch = launches[app] else { return }
        let failures = launches.fail(app, failure, settings: settings.launching, at: now.instant)
        record(
            .launch(
                .failed(
                    launch.identifier,
                    failure,
                    failures: failures.count,
                    retryIn: now.instant.duration(to: failures.retryAt),
                    isSuspended: failures.isSuspended
                )
            ),
            about: JournalSubject(app: app)
        )
        switch failure {
        case .notStarted, .ended:
            launches[app] = nil
            releaseNeeds(of: app)
        case .notConnected, .notServed, .unresponsive, .abandoned: stop(app)
        }
    }

    /// Asks the launcher to stop an app's program.
    private mutating func stop(_ app: AppKey) {
        guard let launch = launches[app] else { return }
        guard launch.isOwn, !launch.hasEnded,
            let launcher = launchers.session(for: app.user, launch.manager)
        else { return finish(app) }
        record(.launch(.stopping(launch.identifier)), about: JournalSubject(app: app))
        emit(.tellLauncher(launcher, .stop(LaunchedProgram(app: app, launch: launch.identifier))))
        let lastMoment = now.instant + settings.launching.timeToStop
        launches[app]?.stage = .stopping(until: lastMoment)
        releaseNeeds(of: app)
    }

    private mutating func finish(_ app: AppKey) {
        guard let launch = launches[app] else { return }
        launches[app] = nil
        record(.launch(.ended(launch.identifier)), about: JournalSubject(app: app))
        releaseNeeds(of: app)
    }

    /// Stops the program of an app that is forgotten.
    mutating func forgetProgram(of app: AppKey) {
        if let launch = launches[app], launch.isOwn,
            let launcher = launchers.session(for: app.user, launch.manager)
        {
            emit(.tellLauncher(launcher, .stop(LaunchedProgram(app: app, launch: launch.identifier))))
        }
        launches.forget(app)
    }

    // MARK: Deadlines

    /// Ends the stages of launches that are over, and starts programs again whose delay has passed.
    mutating func settleLaunches() {
        for app in launches.removeDueStages(at: now.instant) { endStage(of: app) }
        for app in launches.removeDueRetries(at: now.instant) { releaseNeeds(of: app) }
        for user in launches.queue.drainFreed() {
            while launches.queue.starting(of: user) < settings.launching.startsAtOnce,
                let app = launches.queue.next(of: user)
            {
                releaseNeeds(of: app)
            }
        }
    }

    private mutating func endStage(of app: AppKey) {
        guard let launch = launches[app] else { return }
        switch launch.stage {
        case .starting: fail(app, launch.sessions.isEmpty ? .notConnected : .notServed)
        case .connected: endIfIdle(app, launch)
        case .leaving: stop(app)
        case .stopping: finish(app)
        }
    }

    private mutating func endIfIdle(_ app: AppKey, _ launch: Launches.Launch) {
        let limit = settings.launching.idleAfter
        let end = isBusy(app) ? now.instant + limit : launch.lastUse + limit
        guard end <= now.instant else {
            launches[app]?.stage = .connected(idleCheck: end)
            return
        }
        let idle = launch.lastUse.duration(to: now.instant)
        record(.launch(.idle(launch.identifier, idleFor: idle)), about: JournalSubject(app: app))
        for session in launch.sessions.sorted() where machine.presence.providers[session] != nil {
            emit(.tellProvider(session, .stop))
        }
        let lastMoment = now.instant + settings.launching.timeToLeave
        launches[app]?.stage = .leaving(until: lastMoment)
    }

    /// Returns whether an app has more to do than to wait for requests and events.
    private func isBusy(_ app: AppKey) -> Bool {
        machine.presence.has(.app, app) || !followers[app].isEmpty || !requests[app].isEmpty
            || widgets.byApp[app].contains { widgets[$0]?.reload.outstanding != nil }
    }

    // MARK: Launchers

    mutating func connectLauncher(
        _ session: SessionIdentifier,
        _ manager: AppProgram.Manager,
        running: [LaunchedProgram],
        by caller: Caller,
        _ call: CallIdentifier
    ) {
        guard caller.mayDecideFor(manager == .system ? .root : caller.user) else {
            return emit(.refuse(call, .notPermitted))
        }
        do throws(Refusal) { try machine.presence.open(session, of: caller.user, &turn) } catch {
            return emit(.refuse(call, error))
        }
        launchers.add(session, LauncherSessions.Launcher(caller: caller, manager: manager))
        record(.launch(.launcherConnected(session, manager)), about: JournalSubject(user: caller.user))
        emit(.tellLauncher(session, .session))
        for program in running where manager == .system || program.app.user == caller.user {
            adopt(program, manager)
        }
        let user = manager == .system ? nil : caller.user
        for app in launches.waiting(for: manager, of: user) { releaseNeeds(of: app) }
    }

    mutating func disconnectLauncher(_ session: SessionIdentifier) {
        guard let launcher = launchers.remove(session) else { return }
        record(.launch(.launcherDisconnected(session)), about: JournalSubject(user: launcher.caller.user))
    }

    /// Takes up a program again that a launcher had started before the service, or the launcher's stream, was restarted.
    private mutating func adopt(_ program: LaunchedProgram, _ manager: AppProgram.Manager) {
        let app = program.app
        guard launches[app] == nil, self.program(of: app)?.manager == manager else { return }
        let sessions = machine.presence.providers.sessions(of: app) + monitors.sessions(of: app)
        let settings = settings.launching
        launches[app] = Launches.Launch(
            identifier: program.launch,
            manager: manager,
            need: nil,
            begin: now.instant,
            stage: sessions.isEmpty
                ? .starting(until: now.instant + settings.deadline)
                : .connected(idleCheck: now.instant + settings.idleAfter),
            sessions: Set(sessions),
            lastUse: now.instant
        )
        record(.launch(.adopted(program.launch)), about: JournalSubject(app: app))
    }

    mutating func reportLaunch(
        _ session: SessionIdentifier,
        _ program: LaunchedProgram,
        _ report: LaunchReport,
        by caller: Caller
    ) throws(Refusal) -> Answer {
        guard let launcher = launchers[session], launcher.caller == caller else {
            throw .unknownSession(session)
        }
        let app = program.app
        guard launcher.manager == .system || app.user == caller.user else { throw .notPermitted }
        // A report about an earlier launch comes too late to matter.
        guard let launch = launches[app], launch.identifier == program.launch,
            launch.manager == launcher.manager
        else { return .done }
        switch report {
        case .started(let isOwn):
            launches[app]?.isOwn = isOwn
            record(.launch(.started(launch.identifier, isOwn: isOwn)), about: JournalSubject(app: app))
            leaveForeignAlone(app)
        case .failed(let fault, let message): fail(app, .notStarted(fault, message: message))
        case .ended(let message):
            launches[app]?.hasEnded = true
            switch launch.stage {
            case .starting: fail(app, .ended(message: message))
            case .connected: if launch.sessions.isEmpty { finish(app) }
            case .leaving, .stopping: finish(app)
            }
        }
        return .done
    }
}

import LocationModel

/// The programs of apps, which are started when a widget or an event needs them, and stopped when nothing does.
///
/// The engine starts nothing itself. A launcher in the person's session does, and for units of the system one of root:
/// both read the manifest themselves, so that not even this service can make them run anything else.
struct Programs: Equatable, Sendable {
    /// The programs that were started, are being started or are being stopped: an app has one.
    private(set) var launches: [AppKey: Launch] = [:]
    private(set) var failures: [AppKey: LaunchFailures] = [:]
    private var retries = PriorityQueue<AppKey, MonotonicInstant>()

    /// The apps that wait until fewer programs of their users are being started, in the order of waiting.
    private var queue: [AppKey] = []

    private var withoutLauncher: Set<AppKey> = []

    /// The latest event of what each app monitors that its program was connected for.
    private var servedEvents: [AppKey: MonitorEventIdentifier] = [:]

    /// The latest event of each app for which the journal says that no program was started.
    private var refusedEvents: [AppKey: MonitorEventIdentifier] = [:]

    private var launchers: [SessionIdentifier: Launcher] = [:]

    private struct Launcher: Equatable {
        var caller: Caller
        var manager: AppProgram.Manager
    }

    private var numbers: Numbering
    private var addressOnly = AddressOnly()

    init(numbers: Numbering) { self.numbers = numbers }

    // MARK: Queries

    func canStart(of user: UserIdentifier) -> Bool { launcher(for: user, .user) != nil }

    /// Returns why a need goes without an app's program; `nil` when it can be started now, or the app has none.
    func obstacle(toProgramOf app: AppKey, _ people: People, _ turn: Turn) -> LaunchObstacle? {
        guard let program = people.program(of: app) else { return nil }
        let (now, settings) = (turn.now.instant, turn.settings.launching)
        let hasLauncher = launcher(for: app.user, program.manager) != nil
        // A program that ends is not started again by a launcher that has gone.
        if let launch = launches[app], hasLauncher || !launch.isEnding {
            let remaining = max(now.duration(to: launch.stageEnd), .zero)
            return switch launch.stage {
            case .starting: .starting(launch.identifier, remaining: remaining)
            case .connected: .notServed(launch.identifier)
            case .leaving: .ending(launch.identifier, remaining: remaining + settings.timeToStop)
            case .stopping: .ending(launch.identifier, remaining: remaining)
            }
        }
        if program.manager == .system, !people.catalogue.isInstalled(app.app) { return .notInstalled }
        guard hasLauncher else { return .noLauncher(manager: program.manager) }
        if var failures = failures[app], let retryAt = retries[app], retryAt > now {
            failures.retry = now.duration(to: retryAt)
            return .programFailed(failures)
        }
        let starting = starting(of: app.user)
        return starting < settings.startsAtOnce ? nil : .queued(starting: starting)
    }

    /// Returns the first `limit` programs that were started, or failed, and that `caller`, who is not sandboxed, may know
    /// of.
    func programs(
        visibleTo caller: Caller,
        limit: Int,
        _ people: People,
        _ turn: Turn
    ) -> [ProgramStatus] {
        let apps = Set(launches.keys).union(failures.keys)
            .filter { (caller.scope ?? $0.user) == $0.user }
        return apps.sorted().prefix(limit).compactMap { app in
            if let launch = launches[app], launch.stage == .connected {
                return ProgramStatus(app: app, launch: launch.identifier, obstacle: nil)
            }
            let obstacle = obstacle(toProgramOf: app, people, turn)
            return obstacle.map { ProgramStatus(app: app, launch: launches[app]?.identifier, obstacle: $0) }
        }
    }

    private func starting(of user: UserIdentifier) -> Int {
        launches.count { app, launch in app.user == user && launch.stage == .starting }
    }

    // MARK: Starting

    /// Has an app's program started for a need, and returns what the need now waits for; `nil` if the app has
    /// none.
    mutating func start(_ app: AppKey, for need: LaunchNeed, _ people: People, _ turn: inout Turn)
        -> LaunchObstacle?
    {
        if let obstacle = obstacle(toProgramOf: app, people, turn) {
            if case .queued = obstacle, !queue.contains(app) { queue.append(app) }
            if case .noLauncher = obstacle { withoutLauncher.insert(app) }
            return obstacle
        }
        guard let program = people.program(of: app), let launcher = launcher(for: app.user, program.manager)
        else { return nil }
        refusedEvents[app] = nil
        let (now, deadline) = (turn.now.instant, turn.settings.launching.deadline)
        let identifier = LaunchIdentifier(numbers.next(at: now))
        launches[app] = Launch(
            identifier: identifier,
            manager: program.manager,
            need: need,
            begin: now,
            stage: .starting,
            stageEnd: now + deadline,
            lastUse: now
        )
        record(.launch(identifier, need: need, deadline: deadline), app, &turn)
        let launched = LaunchedProgram(app: app, launch: identifier)
        turn.emit(.tellLauncher(launcher, .start(launched, deadline: deadline)))
        return .starting(identifier, remaining: deadline)
    }

    /// Has an app's program started for an event that waits, unless it was connected when that or a later one waited.
    ///
    /// If none is started, the journal says so once for each event.
    mutating func start(_ app: AppKey, on event: MonitorEventIdentifier, _ people: People, _ turn: inout Turn)
    {
        guard servedEvents[app].map({ event > $0 }) ?? true,
            let obstacle = start(app, for: .events, people, &turn)
        else { return }
        if case .starting = obstacle { return }
        guard refusedEvents.updateValue(event, forKey: app) != event else { return }
        record(.launchHeld(need: .events, obstacle: obstacle), app, &turn)
    }

    /// Has an app's reloads from before a restart looked at, once a program that still runs has had time to
    /// connect.
    mutating func startAfterRestart(_ app: AppKey, _ turn: Turn) {
        retries[app] = turn.now.instant + turn.settings.launching.deadline
    }

    // MARK: What programs do

    mutating func use(_ app: AppKey, _ turn: Turn) { launches[app]?.lastUse = turn.now.instant }

    /// Records that an app has opened a stream on which it serves widgets or follows events, of which `event` is the
    /// latest that waits.
    mutating func connected(
        _ session: SessionIdentifier,
        of app: AppKey,
        latest event: MonitorEventIdentifier?,
        _ presence: Presence,
        _ turn: inout Turn
    ) {
        if presence.has(.monitor, app) { servedEvents[app] = event }
        guard var launch = launches[app] else { return }
        launch.sessions.insert(session)
        let isMet =
            switch launch.need {
            case nil: true
            case .timelines(let kind):
                presence.providers.session(serving: KindKey(app: app, kind: kind)) != nil
            case .events: presence.has(.monitor, app)
            }
        if launch.stage == .starting, isMet {
            let now = turn.now.instant
            launch.enter(.connected, until: now + turn.settings.launching.idleAfter)
            launch.lastUse = now
            let elapsed = launch.begin.duration(to: now)
            record(.programConnected(launch.identifier, session, elapsed: elapsed), app, &turn)
        }
        launches[app] = launch
        endLaunchIfForeign(app, &turn)
    }

    /// Records that a stream of an app has ended, perhaps with requests unanswered.
    mutating func streamEnded(
        _ session: SessionIdentifier,
        of app: AppKey,
        leavesRequests: Bool,
        _ turn: inout Turn
    ) {
        guard launches[app]?.sessions.remove(session) != nil, let launch = launches[app], !launch.isEnding
        else { return }
        if leavesRequests { return fail(app, .abandoned, &turn) }
        guard launch.stage == .connected, launch.sessions.isEmpty else { return }
        if launch.hasEnded { return finish(app, &turn) }
        record(.programLeft(launch.identifier), app, &turn)
        launches[app]?.enter(.leaving, until: turn.now.instant + turn.settings.launching.timeToLeave)
    }

    /// Records that an app's program has answered a request: it works.
    mutating func answered(_ app: AppKey, _ turn: inout Turn) {
        use(app, turn)
        launches[app]?.lastAnswer = turn.now.instant
        guard failures[app] != nil else { return }
        forgetFailures(of: app)
        // What it does not serve need not wait any longer.
        turn.tell(.programChanged(app))
    }

    /// Records that a program did not answer a request in time; one that has answered no other since is stopped.
    mutating func missedRequest(
        of app: AppKey,
        on session: SessionIdentifier,
        since requestedAt: MonotonicInstant,
        _ turn: inout Turn
    ) {
        guard let launch = launches[app], launch.stage == .connected, launch.sessions.contains(session),
            launch.lastAnswer.map({ $0 < requestedAt }) ?? true
        else { return }
        fail(app, .unresponsive, &turn)
    }

    /// Ends the launch of a program that runs, but was not started for the service: whoever started it stops it.
    private mutating func endLaunchIfForeign(_ app: AppKey, _ turn: inout Turn) {
        guard let launch = launches[app], !launch.isOwn, launch.stage == .connected else { return }
        launches[app] = nil
        // What it does not serve may need another attempt.
        turn.tell(.programChanged(app))
    }

    // MARK: Ends

    /// Forgets the failures of a program, because it works or its manifest is another.
    mutating func forgetFailures(of app: AppKey) {
        guard failures.removeValue(forKey: app) != nil else { return }
        retries[app] = nil
    }

    /// Records a failure, and has the rest of the program stopped.
    private mutating func fail(_ app: AppKey, _ failure: LaunchFailure, _ turn: inout Turn) {
        guard let launch = launches[app] else { return }
        let (now, count) = (turn.now.instant, (failures[app]?.failures ?? 0) + 1)
        let (delay, isSuspended) = turn.settings.launching.delay(after: count)
        let told = LaunchFailures(failure: failure, failures: count, retry: delay, isSuspended: isSuspended)
        failures[app] = told
        retries[app] = now + delay
        record(.programFailed(launch.identifier, told), app, &turn)
        switch failure {
        case .notStarted, .ended:
            launches[app] = nil
            turn.tell(.programChanged(app))
        case .notConnected, .notServed, .unresponsive, .abandoned: stop(app, &turn)
        }
    }

    private mutating func stop(_ app: AppKey, _ turn: inout Turn) {
        guard let launch = launches[app] else { return }
        guard launch.isOwn, !launch.hasEnded, let launcher = launcher(for: app.user, launch.manager) else {
            return finish(app, &turn)
        }
        record(.programStopping(launch.identifier), app, &turn)
        turn.emit(.tellLauncher(launcher, .stop(LaunchedProgram(app: app, launch: launch.identifier))))
        launches[app]?.enter(.stopping, until: turn.now.instant + turn.settings.launching.timeToStop)
        turn.tell(.programChanged(app))
    }

    private mutating func finish(_ app: AppKey, _ turn: inout Turn) {
        guard let launch = launches.removeValue(forKey: app) else { return }
        record(.programEnded(launch.identifier), app, &turn)
        turn.tell(.programChanged(app))
    }

    mutating func forget(_ app: AppKey, _ turn: inout Turn) {
        stop(app, &turn)
        launches[app] = nil
        forgetFailures(of: app)
        withoutLauncher.remove(app)
        servedEvents[app] = nil
        refusedEvents[app] = nil
    }

    // MARK: Time

    var deadline: MonotonicInstant? {
        .earliest(launches.values.lazy.map(\.stageEnd).min(), retries.first)
    }

    /// Returns the apps whose launch has reached the end of its stage.
    func endedStages(_ turn: Turn) -> [AppKey] {
        launches.sortedKeys { $0.stageEnd <= turn.now.instant }
    }

    /// Removes and returns the apps whose program may be started again after a failure.
    mutating func takeDueRetries(_ turn: Turn) -> [AppKey] { retries.removeAll(upTo: turn.now.instant) }

    /// Removes and returns an app that waited for its turn, once fewer programs of its user are being started.
    mutating func takeNextInQueue(_ turn: Turn) -> AppKey? {
        let limit = turn.settings.launching.startsAtOnce
        return queue.firstIndex { starting(of: $0.user) < limit }.map { queue.remove(at: $0) }
    }

    /// Ends the stage of an app's launch; `isBusy` says whether the app has more to do than to wait for requests and events.
    mutating func endStage(of app: AppKey, isBusy: Bool, _ presence: Presence, _ turn: inout Turn) {
        guard let launch = launches[app] else { return }
        switch launch.stage {
        case .starting: fail(app, launch.sessions.isEmpty ? .notConnected : .notServed, &turn)
        case .connected:
            let (now, settings) = (turn.now.instant, turn.settings.launching)
            let end = (isBusy ? now : launch.lastUse) + settings.idleAfter
            guard end <= now else {
                launches[app]?.stageEnd = end
                return
            }
            record(.programIdle(launch.identifier, idle: launch.lastUse.duration(to: now)), app, &turn)
            for session in launch.sessions.sorted() where presence.providers[session] != nil {
                turn.emit(.tellProvider(session, .stop))
            }
            launches[app]?.enter(.leaving, until: now + settings.timeToLeave)
        case .leaving: stop(app, &turn)
        case .stopping: finish(app, &turn)
        }
    }

    // MARK: Launchers

    /// Opens the stream of a launcher, which names the programs that it has started and that still run.
    mutating func connectLauncher(
        _ session: SessionIdentifier,
        _ manager: AppProgram.Manager,
        running: [LaunchedProgram],
        by caller: Caller,
        _ presence: inout Presence,
        _ people: People,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard caller.mayDecideFor(manager == .system ? .root : caller.user) else { throw .notPermitted }
        try presence.open(session, of: caller.user, &turn)
        launchers[session] = Launcher(caller: caller, manager: manager)
        turn.record(.launch(.launcherConnected(session, manager: manager)), about: caller.user)
        turn.emit(.tellLauncher(session, .session))
        let (now, settings) = (turn.now.instant, turn.settings.launching)
        // They were started before the service, or the launcher's stream, was restarted.
        for program in running where manager == .system || program.app.user == caller.user {
            let app = program.app
            guard launches[app] == nil, people.program(of: app)?.manager == manager else { continue }
            let sessions = presence.providers.sessions(of: app) + presence.sessions(of: app, as: .monitor)
            launches[app] = Launch(
                identifier: program.launch,
                manager: manager,
                need: nil,
                begin: now,
                stage: sessions.isEmpty ? .starting : .connected,
                stageEnd: now + (sessions.isEmpty ? settings.deadline : settings.idleAfter),
                sessions: Set(sessions),
                lastUse: now
            )
            record(.programAdopted(program.launch), app, &turn)
        }
        // Only apps that found no launcher: after a restart, a program that still runs connects by itself.
        for app in withoutLauncher.sorted() where manager == .system || app.user == caller.user {
            withoutLauncher.remove(app)
            turn.tell(.programChanged(app))
        }
    }

    /// Returns the launcher for a user's programs under a manager; of several, the one that connected last.
    private func launcher(for user: UserIdentifier, _ manager: AppProgram.Manager) -> SessionIdentifier? {
        launchers.filter { _, launcher in
            launcher.manager == manager && (manager == .system || launcher.caller.user == user)
        }.keys.max()
    }

    mutating func end(_ session: SessionIdentifier, _ turn: inout Turn) {
        guard let launcher = launchers.removeValue(forKey: session) else { return }
        turn.record(.launch(.launcherDisconnected(session)), about: launcher.caller.user)
    }

    /// Handles a launcher's report about a program that it was asked to start or stop.
    mutating func report(
        _ report: LaunchReport,
        about program: LaunchedProgram,
        on session: SessionIdentifier,
        by caller: Caller,
        _ turn: inout Turn
    ) throws(Refusal) {
        guard let launcher = launchers[session], launcher.caller == caller else {
            throw .unknownSession(session)
        }
        let app = program.app
        guard launcher.manager == .system || app.user == caller.user else { throw .notPermitted }
        // A report about an earlier launch comes too late to matter.
        guard let launch = launches[app], launch.identifier == program.launch,
            launch.manager == launcher.manager
        else { return }
        switch report {
        case .started(let isOwn):
            launches[app]?.isOwn = isOwn
            record(.programStarted(launch.identifier, ranBefore: !isOwn), app, &turn)
            endLaunchIfForeign(app, &turn)
        case .failed(let fault, let message): fail(app, .notStarted(fault: fault, message: message), &turn)
        case .ended(let message):
            if launch.stage == .starting { return fail(app, .ended(message: message), &turn) }
            launches[app]?.hasEnded = true
            if launch.isEnding || launch.sessions.isEmpty { finish(app, &turn) }
        }
    }

    private func record(_ decision: LaunchDecision, _ app: AppKey, _ turn: inout Turn) {
        turn.record(.launch(decision), about: app)
    }
}

/// The status of an app's program that was started, or failed.
package struct ProgramStatus: Hashable, Sendable {
    package let app: AppKey

    /// The start of the program, if it runs, starts or ends.
    package let launch: LaunchIdentifier?

    /// The obstacle that keeps the program from serving; `nil` while it is connected.
    package let obstacle: LaunchObstacle?
}

import LocationModel

/// The programs of apps that were started, that are being started or stopped, and that failed.
///
/// An app has one program, so it has one launch at a time.
struct Launches: Hashable, Sendable {
    enum Stage: Hashable {
        /// The program has yet to connect.
        case starting(until: MonotonicInstant)

        /// The program is connected; it is looked at again at `idleCheck`.
        case connected(idleCheck: MonotonicInstant)

        /// The program was told to end, or has closed its streams, and may end by itself.
        case leaving(until: MonotonicInstant)
        case stopping(until: MonotonicInstant)

        var deadline: MonotonicInstant {
            switch self {
            case .starting(let end), .connected(let end), .leaving(let end), .stopping(let end): end
            }
        }
    }

    struct Launch: Hashable {
        let identifier: LaunchIdentifier
        let manager: AppProgram.Manager

        /// What the program was started for; `nil` if it was adopted, and then any stream will do.
        let need: LaunchNeed?
        let begin: MonotonicInstant
        var stage: Stage

        /// Whether the program was started by the launcher, which therefore stops it; presumed until the launcher reports.
        var isOwn = true
        var hasEnded = false
        var sessions: Set<SessionIdentifier> = []

        /// The time of the latest request, answer or event.
        var lastUse: MonotonicInstant

        /// The time of the latest answer, if any.
        var lastAnswer: MonotonicInstant?

        /// Whether the program has yet to connect.
        fileprivate var isStarting: Bool { if case .starting = stage { true } else { false } }

        /// Whether the program is about to end, or has ended without a report.
        var isEnding: Bool {
            switch stage {
            case .leaving, .stopping: true
            case .starting, .connected: false
            }
        }
    }

    struct Failures: Hashable {
        var count = 0
        var last: LaunchFailure
        var retryAt: MonotonicInstant
        var isSuspended: Bool
    }

    private var launches: [AppKey: Launch] = [:]
    private var failures: [AppKey: Failures] = [:]
    private var stageEnds = PriorityQueue<AppKey, MonotonicInstant>()
    private var retries = PriorityQueue<AppKey, MonotonicInstant>()

    /// The programs that are being started, and those that wait for that.
    var queue = StartQueue()

    /// The apps that wait for a launcher of the user's manager, or of the system's.
    private var waiting: [AppKey: AppProgram.Manager] = [:]

    /// The latest event of what each app monitors that its program was connected for.
    private var servedEvents: [AppKey: MonitorEventIdentifier] = [:]

    private struct Refused: Hashable {
        let event: MonitorEventIdentifier
        let obstacle: LaunchObstacle.Kind
    }

    /// The latest event of each app that no program was started for, with the obstacle on record.
    private var refusedEvents: [AppKey: Refused] = [:]

    // MARK: Launches

    subscript(app: AppKey) -> Launch? {
        get { launches[app] }
        set {
            let wasStarting = launches[app]?.isStarting ?? false
            let isStarting = newValue?.isStarting ?? false
            launches[app] = newValue
            if isStarting, !wasStarting { queue.begin(of: app.user) }
            if wasStarting, !isStarting { queue.end(of: app.user) }
            stageEnds[app] = newValue?.stage.deadline
        }
    }

    mutating func use(_ app: AppKey, at now: MonotonicInstant) { launches[app]?.lastUse = now }

    // MARK: Failures

    /// The failures of an app's program since it last did its work.
    func failures(of app: AppKey) -> Failures? { failures[app] }

    mutating func fail(
        _ app: AppKey,
        _ failure: LaunchFailure,
        settings: LaunchSettings,
        at now: MonotonicInstant
    ) -> Failures {
        let count = (failures[app]?.count ?? 0) + 1
        let delay = settings.delay(after: count)
        let record = Failures(
            count: count,
            last: failure,
            retryAt: now + delay.duration,
            isSuspended: delay.isSuspended
        )
        failures[app] = record
        retries[app] = record.retryAt
        return record
    }

    /// Has what an app's program is needed for looked at again, as after the delay of a failure.
    mutating func lookAgain(at app: AppKey, _ instant: MonotonicInstant) { retries[app] = instant }

    /// Forgets the failures of a program, because it works or its manifest is another.
    mutating func forgetFailures(of app: AppKey) {
        guard failures.removeValue(forKey: app) != nil else { return }
        retries[app] = nil
    }

    mutating func forget(_ app: AppKey) {
        self[app] = nil
        forgetFailures(of: app)
        setWaiting(app, for: nil)
        servedEvents[app] = nil
        refusedEvents[app] = nil
    }

    /// The apps whose program was started, is being started, or failed, in order.
    var apps: [AppKey] { Set(launches.keys).union(failures.keys).sorted() }

    // MARK: Waiting for a launcher

    /// Records that an app waits for a launcher; `nil` for none.
    mutating func setWaiting(_ app: AppKey, for manager: AppProgram.Manager?) { waiting[app] = manager }

    /// Returns the apps that wait for a launcher: those of a user, or with `nil` of all users.
    func waiting(for manager: AppProgram.Manager, of user: UserIdentifier?) -> [AppKey] {
        waiting.filter { $0.value == manager && (user ?? $0.key.user) == $0.key.user }.keys.sorted()
    }

    // MARK: Events

    /// Returns whether an app's program was connected when an event waited, or a later one.
    func hasServed(_ event: MonitorEventIdentifier, of app: AppKey) -> Bool {
        servedEvents[app].map { event <= $0 } ?? false
    }

    /// Records that no program is started for an event, and returns whether that is news.
    mutating func refuse(
        _ event: MonitorEventIdentifier,
        of app: AppKey,
        _ obstacle: LaunchObstacle.Kind
    ) -> Bool {
        let refusal = Refused(event: event, obstacle: obstacle)
        defer { refusedEvents[app] = refusal }
        return refusedEvents[app] != refusal
    }

    /// Records the latest event that waits when an app's program connects.
    mutating func serve(_ event: MonitorEventIdentifier?, of app: AppKey) { servedEvents[app] = event }

    // MARK: Deadlines

    /// Removes and returns the apps whose launch has reached the end of its stage.
    mutating func removeDueStages(at now: MonotonicInstant) -> [AppKey] { stageEnds.removeAll(upTo: now) }

    /// Removes and returns the apps whose program may be started again.
    mutating func removeDueRetries(at now: MonotonicInstant) -> [AppKey] { retries.removeAll(upTo: now) }

    var nextDeadline: MonotonicInstant? {
        .earliest(stageEnds.first, retries.first)
    }
}

/// The programs of each user that are being started, and those that wait until fewer are.
struct StartQueue: Hashable, Sendable {
    private var starting: [UserIdentifier: Int] = [:]
    private var waiting: [UserIdentifier: [AppKey]] = [:]
    private var isWaiting: Set<AppKey> = []

    /// The users of whom a program has ceased to be one that is being started, while others wait.
    private var freed: Set<UserIdentifier> = []

    /// Returns how many programs of a user are being started.
    func starting(of user: UserIdentifier) -> Int { starting[user] ?? 0 }

    /// Counts a program that is being started.
    mutating func begin(of user: UserIdentifier) { starting[user, default: 0] += 1 }

    /// Counts a program that has started or failed.
    mutating func end(of user: UserIdentifier) {
        let left = starting(of: user) - 1
        starting[user] = left == 0 ? nil : left
        if waiting[user] != nil { freed.insert(user) }
    }

    /// Has an app wait behind those that wait already.
    mutating func wait(_ app: AppKey) {
        guard isWaiting.insert(app).inserted else { return }
        waiting[app.user, default: []].append(app)
    }

    /// Removes and returns an app that waited, once fewer than `limit` programs of its user are being started.
    mutating func next(limit: Int) -> AppKey? {
        for user in freed.sorted() {
            guard starting(of: user) < limit, let app = waiting[user]?.removeFirst() else {
                freed.remove(user)
                continue
            }
            if waiting[user]?.isEmpty == true { waiting[user] = nil }
            isWaiting.remove(app)
            return app
        }
        return nil
    }
}

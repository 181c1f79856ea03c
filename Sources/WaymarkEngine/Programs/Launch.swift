import LocationModel

/// A program of an app that was started, is being started or is being stopped.
struct Launch: Hashable, Sendable {
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

    var isStarting: Bool { if case .starting = stage { true } else { false } }

    /// Whether the program is about to end, or has ended without a report.
    var isEnding: Bool {
        switch stage {
        case .leaving, .stopping: true
        case .starting, .connected: false
        }
    }
}

/// The failures of a program since it last did its work.
struct LaunchFailures: Hashable, Sendable {
    var count: Int
    var last: LaunchFailure
    var retryAt: MonotonicInstant
    var isSuspended: Bool
}

/// The programs of each user that are being started, and those that wait until fewer are.
struct StartQueue: Hashable, Sendable {
    private var starting: [UserIdentifier: Int] = [:]
    private var waiting: [UserIdentifier: [AppKey]] = [:]

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
        if waiting[app.user]?.contains(app) != true { waiting[app.user, default: []].append(app) }
    }

    /// Removes and returns an app that waited, once fewer than `limit` programs of its user are being started.
    mutating func next(limit: Int) -> AppKey? {
        for user in freed.sorted() {
            guard starting(of: user) < limit, let app = waiting[user]?.removeFirst() else {
                freed.remove(user)
                continue
            }
            if waiting[user]?.isEmpty == true { waiting[user] = nil }
            return app
        }
        return nil
    }
}

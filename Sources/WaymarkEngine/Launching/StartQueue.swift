import LocationModel

/// The programs of each user that are being started, and those that wait until fewer are.
struct StartQueue: Hashable, Codable, Sendable {
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

    /// Removes and returns the app of a user that has waited longest.
    mutating func next(of user: UserIdentifier) -> AppKey? {
        guard let app = waiting[user]?.removeFirst() else { return nil }
        if waiting[user]?.isEmpty == true { waiting[user] = nil }
        isWaiting.remove(app)
        return app
    }

    /// Returns the users who may have another program started since the last call.
    mutating func drainFreed() -> [UserIdentifier] {
        defer { freed = [] }
        return freed.sorted()
    }
}

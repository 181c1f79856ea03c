package import LocationModel

/// When an app that may know the location was last given it, or allowed it, to the day.
package struct GrantUse: Hashable, Codable, Sendable {
    package var usedAt: UTCInstant

    /// When the person was told that the permission ends; `nil` while it is in use.
    package var announcedAt: UTCInstant?

    package init(usedAt: UTCInstant, announcedAt: UTCInstant? = nil) {
        (self.usedAt, self.announcedAt) = (usedAt, announcedAt)
    }
}

/// The permissions of apps by their last use, and those that end because they are not used.
struct GrantUses: Hashable, Sendable {
    /// How long before its end a person is told of it.
    static let notice: Duration = .seconds(7 * 86_400)

    /// How exactly the last use is known, so that few locations cost another row.
    private static let step: Duration = .seconds(86_400)

    private(set) var uses: [AppKey: GrantUse]
    private var due = PriorityQueue<AppKey, UTCInstant>()

    private var length: Duration

    init(_ saved: [AppKey: GrantUse], endsAfter length: Duration) {
        (uses, self.length) = (saved, length)
        change(to: length)
    }

    mutating func change(to length: Duration) {
        self.length = length
        for (app, use) in uses { due[app] = date(after: use) }
    }

    /// Returns the date when the end of a permission is announced or comes; `nil` for never.
    private func date(after use: GrantUse) -> UTCInstant? {
        guard length > .zero else { return nil }
        if let announcedAt = use.announcedAt { return announcedAt.advanced(by: Self.notice) }
        return use.usedAt.advanced(by: max(length - Self.notice, length / 2))
    }

    /// Returns whether a use now is worth another row: it is another day's, or the end is announced.
    func isNews(_ app: AppKey, at now: UTCInstant) -> Bool {
        guard let use = uses[app] else { return true }
        let age = use.usedAt.duration(to: now)
        return use.announcedAt != nil || age >= Self.step || age <= .zero - Self.step
    }

    /// Sets the use of an app; with `nil`, it may not know the location any more.
    mutating func set(_ app: AppKey, to use: GrantUse?) {
        uses[app] = use
        due[app] = use.flatMap { date(after: $0) }
    }

    /// Returns whether the end of an app's permission is due, and nobody is there to be told of it, or the person has
    /// paused the location.
    func isWaiting(_ app: AppKey) -> Bool { length > .zero && uses[app] != nil && due[app] == nil }

    func deadline(at now: Moment) -> MonotonicInstant? { due.first.map { now.instant(of: $0) } }

    mutating func removeDue(at now: UTCInstant) -> [AppKey] { due.removeAll(upTo: now) }
}

// Permissions that end because they are not used: announced a week before, and only to somebody who is there.
extension People {
    /// Takes into account that an app is given the location.
    mutating func noteUse(of app: AppKey, _ turn: inout Turn) {
        guard mayEndUnused(grants[app]), grantUses.isNews(app, at: turn.now.utc) else { return }
        setUse(GrantUse(usedAt: turn.now.utc), of: app, &turn)
    }

    /// Takes into account what is decided about an app.
    mutating func noteDecision(_ grant: Grant?, about app: AppKey, _ turn: inout Turn) {
        if !mayEndUnused(grant) {
            if grantUses.uses[app] != nil { setUse(nil, of: app, &turn) }
        } else if grant != grants[app], grantUses.isNews(app, at: turn.now.utc) {
            setUse(GrantUse(usedAt: turn.now.utc), of: app, &turn)
        }
    }

    private func mayEndUnused(_ grant: Grant?) -> Bool {
        guard let grant, !grant.isOfRoot else { return false }
        return grant.status == .authorizedWhenInUse || grant.status == .authorizedAlways
    }

    private mutating func setUse(_ use: GrantUse?, of app: AppKey, _ turn: inout Turn) {
        grantUses.set(app, to: use)
        turn.commit(.grantUse(app, use))
    }

    /// Tells a person who is there now of the permissions that end.
    mutating func announceUnused(of user: UserIdentifier, _ turn: inout Turn) {
        if isPaused(user) { return }
        for app in grants.keys.sorted() where app.user == user && mayEndUnused(grants[app]) {
            // A permission from before uses were counted.
            guard let use = grantUses.uses[app] else {
                setUse(GrantUse(usedAt: turn.now.utc), of: app, &turn)
                continue
            }
            // Questions do not survive a restart.
            if use.announcedAt != nil { ask(.unusedPermission, of: app, &turn) }
            if grantUses.isWaiting(app) { endUnused(app, &turn) }
        }
    }

    /// Announces the end of a permission that is not used, or ends it if that was announced; or waits until that can be.
    mutating func endUnused(_ app: AppKey, _ turn: inout Turn) {
        guard var use = grantUses.uses[app] else { return }
        // The pause keeps the app from using it, and nobody is asked anything.
        if isPaused(app.user) { return }
        guard use.announcedAt == nil else {
            let date = turn.now.utc
            return change(app, because: .unused, &turn) { $0.choose(.ask, at: date) }
        }
        guard agentCount(for: app.user) > 0 else { return }
        use.announcedAt = turn.now.utc
        setUse(use, of: app, &turn)
        ask(.unusedPermission, of: app, &turn)
    }

    /// Announces anew what would have ended during a pause, so that there is time for an answer.
    mutating func repeatAnnouncements(of user: UserIdentifier, _ turn: inout Turn) {
        for (app, var use) in grantUses.uses.sorted(by: { $0.key < $1.key })
        where app.user == user && use.announcedAt != nil && grantUses.isWaiting(app) {
            use.announcedAt = turn.now.utc
            setUse(use, of: app, &turn)
        }
    }
}

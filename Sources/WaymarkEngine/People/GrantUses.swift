package import LocationModel

/// The day on which an app that may know the location was last given it, or allowed it.
package struct GrantUse: Hashable, Codable, Sendable {
    package var usedAt: UTCInstant

    /// The time when the person was told that the permission ends; `nil` while it is in use.
    package var announcedAt: UTCInstant?

    /// The time between the announcement and the end.
    private static let notice: Duration = .seconds(7 * 86_400)

    /// The accuracy of the last use, so that few locations cost another row.
    private static let step: Duration = .seconds(86_400)

    package init(usedAt: UTCInstant, announcedAt: UTCInstant? = nil) {
        (self.usedAt, self.announcedAt) = (usedAt, announcedAt)
    }

    /// Returns the time until the end of the permission is announced or, after that, comes; `nil` for never.
    func span(endsAfter length: Duration) -> DatedSpan? {
        guard length > .zero else { return nil }
        let start = announcedAt ?? usedAt
        let wait = announcedAt == nil ? max(length - Self.notice, length / 2) : Self.notice
        return DatedSpan(beganAt: start, until: start.advanced(by: wait))
    }

    /// Returns whether a use now is worth another row: it is on another day, or the end is announced.
    func isOutdated(at now: UTCInstant) -> Bool {
        let age = usedAt.duration(to: now)
        return announcedAt != nil || age >= Self.step || age <= .zero - Self.step
    }
}

// Permissions that end because they are not used: announced a week before, and only to somebody who is there.
extension People {
    /// Records that an app is given the location, or allowed it.
    mutating func recordUse(of app: AppKey, _ turn: inout Turn) {
        guard mayEndUnused(grants[app]), grantUses[app]?.isOutdated(at: turn.now.utc) ?? true else { return }
        setUse(GrantUse(usedAt: turn.now.utc), of: app, &turn)
    }

    /// Records a new decision about an app.
    mutating func recordDecision(about app: AppKey, _ turn: inout Turn) {
        recordUse(of: app, &turn)
        if !mayEndUnused(grants[app]), grantUses[app] != nil { setUse(nil, of: app, &turn) }
    }

    private func mayEndUnused(_ grant: Grant?) -> Bool {
        grant.map { $0.reach > 0 && !$0.isOfRoot } ?? false
    }

    private mutating func setUse(_ use: GrantUse?, of app: AppKey, _ turn: inout Turn) {
        grantUses[app] = use
        let span = use?.span(endsAfter: turn.settings.unusedPermissionEnds)
        ends.set(.unusedGrant(app), to: span, at: turn.now)
        turn.commit(.grantUse(app, use))
    }

    /// Recomputes when each unused permission ends.
    mutating func setUnusedEnds(after length: Duration, at now: Moment) {
        for (app, use) in grantUses {
            ends.set(.unusedGrant(app), to: use.span(endsAfter: length), at: now)
        }
    }

    /// Announces unused permissions that end to a person who is there now.
    mutating func announceUnused(of user: UserIdentifier, _ turn: inout Turn) {
        for app in grants.keys.sorted() where app.user == user { announceUnused(app, &turn) }
    }

    /// Announces the end of an unused permission, or ends it if that was announced; or waits until that is
    /// possible.
    mutating func announceUnused(_ app: AppKey, _ turn: inout Turn) {
        // In the pause the app cannot use it, and nobody is asked anything.
        guard mayEndUnused(grants[app]), !isPaused(app.user) else { return }
        // A permission older than the counting of uses.
        guard var use = grantUses[app] else { return recordUse(of: app, &turn) }
        guard let span = use.span(endsAfter: turn.settings.unusedPermissionEnds) else { return }
        if !ends.contains(.unusedGrant(app)) {
            // After a pause it is announced again, so that there is time for an answer.
            let wasPaused = pauses[app.user]?.conceals(span.until) ?? false
            if use.announcedAt != nil, !wasPaused {
                return change(app, because: .unused, &turn) { $0.choose(.ask, at: $1) }
            }
            guard agentCount(for: app.user) > 0 else { return }
            use.announcedAt = turn.now.utc
            setUse(use, of: app, &turn)
        }
        // Questions do not survive a restart.
        if use.announcedAt != nil { ask(.unusedPermission, of: app, &turn) }
    }
}

package import LocationModel

/// A time in which no location is told to the apps and widgets of a user.
package struct LocationPause: Hashable, Codable, Sendable {
    /// The longest time until the end of a pause.
    package static let longest: Duration = .seconds(31 * 86_400)

    package var beganAt: UTCInstant

    /// The time for which the person asked last.
    fileprivate(set) var span: DatedSpan

    /// When it ended; `nil` while it lasts.
    package fileprivate(set) var endedAt: UTCInstant?

    /// The pauses before it, of which nothing is told later either, oldest first; `nil` for none.
    private(set) var earlier: [DatedSpan]?

    /// The most of them; beyond that the two oldest count as one, with the time between them.
    private static let mostEarlier = 16

    package init(from start: UTCInstant, until end: UTCInstant, endedAt: UTCInstant? = nil) {
        beganAt = start
        span = DatedSpan(beganAt: start, until: end)
        self.endedAt = endedAt
    }

    package var until: UTCInstant { span.until }

    /// Returns whether something happened during the pause.
    func contains(_ date: UTCInstant) -> Bool { date >= beganAt && endedAt.map { date < $0 } ?? true }

    /// Returns whether something happened during this pause or an earlier one.
    func conceals(_ date: UTCInstant) -> Bool { contains(date) || earlierSpan(with: date) != nil }

    /// Returns the end of the pause during which something happened; `nil` if it lasts, or there was none.
    func end(ofPauseWith date: UTCInstant) -> UTCInstant? {
        contains(date) ? endedAt : earlierSpan(with: date)?.until
    }

    private func earlierSpan(with date: UTCInstant) -> DatedSpan? {
        earlier?.first { $0.beganAt <= date && date < $0.until }
    }

    /// Takes over from the user's pause before, which this one prolongs or comes after.
    fileprivate mutating func follow(_ last: LocationPause) {
        earlier = last.earlier
        guard let endedAt = last.endedAt else {
            // What happened since the first of several is told to nobody.
            beganAt = last.beganAt
            return
        }
        var spans = (earlier ?? []) + [DatedSpan(beganAt: last.beganAt, until: endedAt)]
        if spans.count > Self.mostEarlier {
            let oldest = spans.removeFirst()
            spans[0].beganAt = min(oldest.beganAt, spans[0].beganAt)
        }
        earlier = spans
    }
}

struct Pauses: Hashable, Sendable {
    private(set) var latest: [UserIdentifier: LocationPause]
    var ends = DatedEnds<UserIdentifier>()

    init(_ saved: [UserIdentifier: LocationPause], at now: Moment) {
        latest = saved
        for (user, pause) in saved where pause.endedAt == nil { ends.set(user, to: pause.span, at: now) }
    }

    func current(of user: UserIdentifier) -> LocationPause? {
        guard let pause = latest[user], pause.endedAt == nil else { return nil }
        return pause
    }

    mutating func begin(_ user: UserIdentifier, for length: Duration, at now: Moment) -> LocationPause {
        var pause = LocationPause(from: now.utc, until: now.utc.advanced(by: length))
        if let last = latest[user] { pause.follow(last) }
        latest[user] = pause
        ends.set(user, to: pause.span, at: now)
        return pause
    }

    /// Ends the pause of a user, and returns it; `nil` if none lasts.
    mutating func end(_ user: UserIdentifier, at now: Moment) -> LocationPause? {
        guard var pause = current(of: user) else { return nil }
        pause.endedAt = max(now.utc, pause.beganAt)
        latest[user] = pause
        ends.set(user, to: nil, at: now)
        return pause
    }
}

// What the person pauses.
extension People {
    func isPaused(_ user: UserIdentifier) -> Bool { pauses.current(of: user) != nil }

    /// Pauses the location of a user's apps, or changes when the pause ends, and ends what was allowed once.
    ///
    /// Unless it may be shortened, a pause that lasts as long anyway stays as it is.
    mutating func pause(
        _ user: UserIdentifier,
        for length: Duration?,
        mayShorten: Bool,
        _ turn: inout Turn
    ) -> LocationPause {
        let length = min(length ?? LocationPause.longest, LocationPause.longest)
        if !mayShorten, let pause = pauses.current(of: user),
            pause.span.remaining(at: turn.now.utc) >= length
        {
            return pause
        }
        endProposal(.resume, of: user, .decidedInSettings, &turn)
        let pause = pauses.begin(user, for: length, at: turn.now)
        turn.commit(.pause(user, pause))
        turn.record(.authorization(.paused(until: pause.until)), about: JournalSubject(user: user))
        for app in lapsing.keys.filter({ $0.user == user }).sorted() {
            change(app, because: .pause, &turn) { $0.endUse() }
        }
        for app in known where app.user == user { turn.touch(app) }
        return pause
    }

    func deadline(_ turn: Turn) -> MonotonicInstant? {
        .earliest(
            of: pauses.ends.deadline(at: turn.now),
            grantEnds.deadline(at: turn.now),
            prompts.waiting.compactMap(\.lapsesAt).min(),
            // With nobody to be told, it waits for the next event.
            agents.values.allSatisfy(\.refusesOnly) ? nil : grantUses.deadline(at: turn.now)
        )
    }

    mutating func advance(_ turn: inout Turn) {
        endLapsedProposals(&turn)
        for user in pauses.ends.removeDue(at: turn.now) { endPause(of: user, because: .timeOver, &turn) }
        for app in grantEnds.removeDue(at: turn.now) {
            let date = turn.now.utc
            change(app, because: .timeOver, &turn) { $0.choose(.ask, at: date) }
        }
        for app in grantUses.removeDue(at: turn.now.utc) { endUnused(app, &turn) }
        // Nobody need be asked any more about an app that has used its permission again.
        for prompt in prompts.waiting where prompt.question == .unusedPermission {
            if grantUses.uses[prompt.app]?.announcedAt == nil { end(prompt, .pointless, &turn) }
        }
    }

    /// Ends a pause, which gives the location to whoever was allowed it before.
    mutating func endPause(of user: UserIdentifier, because cause: AuthorizationCause, _ turn: inout Turn) {
        guard let pause = pauses.end(user, at: turn.now) else { return }
        resumptions[user] = turn.now.instant
        endProposal(.resume, of: user, .pointless, &turn)
        turn.commit(.pause(user, pause))
        let length = max(pause.beganAt.duration(to: turn.now.utc), .zero)
        turn.record(
            .authorization(.pauseEnded(after: length, because: cause)),
            about: JournalSubject(user: user)
        )
        // The service asks what it would have asked by itself during the pause.
        for app in known.filter({ $0.user == user }).sorted() { askAboutWidgets(of: app, &turn) }
        repeatAnnouncements(of: user, &turn)
        if agentCount(for: user) > 0 { announceUnused(of: user, &turn) }
        turn.tell(.pauseEnded(user, pause))
    }
}

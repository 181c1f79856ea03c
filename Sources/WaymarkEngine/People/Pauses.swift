package import LocationModel

/// A time in which no location is told to the apps and widgets of a user.
package struct LocationPause: Hashable, Codable, Sendable {
    package static let longest: Duration = .seconds(31 * 86_400)

    package var beganAt: UTCInstant

    /// The time for which the person asked last.
    fileprivate(set) var span: DatedSpan

    /// The time when it ended; `nil` while it lasts.
    package fileprivate(set) var endedAt: UTCInstant?

    /// The earlier pauses, of which nothing is told later either, oldest first; `nil` for none.
    private(set) var earlier: [DatedSpan]?

    /// The most earlier pauses; beyond that the two oldest count as one, with the time between them.
    private static let mostEarlier = 16

    package init(from start: UTCInstant, until end: UTCInstant, endedAt: UTCInstant? = nil) {
        beganAt = start
        span = DatedSpan(beganAt: start, until: end)
        self.endedAt = endedAt
    }

    package var until: UTCInstant { span.until }

    func contains(_ date: UTCInstant) -> Bool { date >= beganAt && endedAt.map { date < $0 } ?? true }

    /// Returns whether a date lies in this pause or an earlier one.
    func conceals(_ date: UTCInstant) -> Bool { contains(date) || earlierSpan(with: date) != nil }

    /// Returns the end of the pause that contains a date; `nil` if it lasts, or there was none.
    func end(ofPauseWith date: UTCInstant) -> UTCInstant? {
        contains(date) ? endedAt : earlierSpan(with: date)?.until
    }

    private func earlierSpan(with date: UTCInstant) -> DatedSpan? {
        earlier?.first { $0.beganAt <= date && date < $0.until }
    }

    /// Continues the user's previous pause, which this one prolongs or follows.
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

// Pauses, and everything else that ends at a date.
extension People {
    /// Something that ends at a date, or after its length.
    enum End: Hashable, Comparable {
        case pause(UserIdentifier)
        case grant(AppKey)

        /// The announcement that a permission ends because it is not used, or that end.
        case unusedGrant(AppKey)

        case proposal(PromptIdentifier)
    }

    func currentPause(of user: UserIdentifier) -> LocationPause? {
        guard let pause = pauses[user], pause.endedAt == nil else { return nil }
        return pause
    }

    func isPaused(_ user: UserIdentifier) -> Bool { currentPause(of: user) != nil }

    /// Pauses the location of a user's apps, or changes when the pause ends, and ends what was allowed once.
    ///
    /// Unless `mayShorten`, a pause that lasts as long anyway stays as it is.
    mutating func pause(
        _ user: UserIdentifier,
        for length: Duration?,
        mayShorten: Bool,
        _ turn: inout Turn
    ) -> LocationPause {
        let (length, now) = (min(length ?? LocationPause.longest, LocationPause.longest), turn.now.utc)
        if !mayShorten, let pause = currentPause(of: user), pause.span.remaining(at: now) >= length {
            return pause
        }
        endPrompts(about: .everyApp(of: user), .decidedInSettings, &turn) { $0.proposal == .resume }
        var pause = LocationPause(from: now, until: now.advanced(by: length))
        if let last = pauses[user] { pause.follow(last) }
        set(pause, of: user, &turn)
        turn.record(.authorization(.paused(until: pause.until)), about: user)
        for app in lapsing.keys.filter({ $0.user == user }).sorted() {
            change(app, because: .pause, &turn) { authorization, _ in authorization.endUse() }
        }
        for app in known where app.user == user { turn.touch(app) }
        return pause
    }

    private mutating func set(_ pause: LocationPause, of user: UserIdentifier, _ turn: inout Turn) {
        pauses[user] = pause
        ends.set(.pause(user), to: pause.endedAt == nil ? pause.span : nil, at: turn.now)
        turn.commit(.pause(user, pause))
    }

    /// Ends a pause, which gives the location to whoever was allowed it before.
    mutating func endPause(of user: UserIdentifier, because cause: AuthorizationCause, _ turn: inout Turn) {
        guard var pause = currentPause(of: user) else { return }
        pause.endedAt = max(turn.now.utc, pause.beganAt)
        set(pause, of: user, &turn)
        resumptions[user] = turn.now.instant
        endPrompts(about: .everyApp(of: user), .pointless, &turn) { $0.proposal == .resume }
        let length = max(pause.beganAt.duration(to: turn.now.utc), .zero)
        turn.record(.authorization(.pauseEnded(after: length, because: cause)), about: user)
        // The service asks what it would have asked by itself during the pause.
        for app in known.filter({ $0.user == user }).sorted() { askAboutWidgets(of: app, &turn) }
        announceUnused(of: user, &turn)
        turn.tell(.pauseEnded(user, pause))
    }

    func deadline(_ turn: Turn) -> MonotonicInstant? { ends.deadline(at: turn.now) }

    mutating func advance(_ turn: inout Turn) {
        for end in ends.removeDue(at: turn.now) {
            switch end {
            case .pause(let user): endPause(of: user, because: .timeOver, &turn)
            case .grant(let app): change(app, because: .timeOver, &turn) { $0.choose(.ask, at: $1) }
            case .unusedGrant(let app): announceUnused(app, &turn)
            case .proposal(let asked): if let prompt = prompt(asked) { self.end(prompt, .lapsed, &turn) }
            }
        }
        // Nobody need be asked any more about an app that has used its permission again.
        for prompt in prompts where prompt.question == .unusedPermission {
            if grantUses[prompt.app]?.announcedAt == nil { end(prompt, .pointless, &turn) }
        }
    }
}

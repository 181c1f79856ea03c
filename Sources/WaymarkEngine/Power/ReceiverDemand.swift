import LocationModel

/// The control of receiver power.
///
/// Keeps receivers on while a consumer may use a fix, and for a while after. While only significant changes are wanted,
/// receivers pause periodically.
struct ReceiverDemand: Hashable, Codable, Sendable {
    /// A change to the receivers' power.
    enum Change: Hashable, Codable {
        /// Open them.
        case on(EntitledConsumer)

        /// Close them after a time without a need; after a pause they are closed already.
        case off(unusedFor: Duration, areOpen: Bool)

        /// Close them for a pause.
        case pause(ReceiverPause)

        /// Open them again after a pause.
        case resume(after: Duration, EntitledConsumer)
    }

    /// The power state of the receivers.
    enum Power: Hashable, Codable {
        case off
        case on
        case paused(ReceiverPause)
    }

    /// A search: receivers are on until a fix is believed, or until the search fails.
    private struct Search: Hashable, Codable {
        var since: MonotonicInstant

        /// The longest the search may last without a fix.
        var length: Duration
        var end: MonotonicInstant { since + length }
    }

    /// The time that receivers stay on after the last need.
    var idleAfter: Duration

    /// The current power state.
    private(set) var power = Power.off

    /// The start of the current power state.
    private(set) var since: MonotonicInstant

    /// The most demanding consumer, if any.
    var need: EntitledConsumer? {
        didSet { if let need { latestOwner = need.owner } }
    }

    /// The app of the latest need.
    private var latestOwner: AppKey?

    /// The subject of a decision about receivers: the app for which they are on, or were last.
    ///
    /// The decision is that user's, so that nobody can wash away others' decisions by needs that come and go.
    var subject: JournalSubject { JournalSubject(app: latestOwner) }

    private var unusedSince: MonotonicInstant?

    /// The last time that every fix was needed.
    private var lastContinuousNeed: MonotonicInstant?

    /// The current search, while only significant changes are wanted.
    private var search: Search?

    /// The start of the first search since the last success, if searches have failed.
    private var inVainSince: MonotonicInstant?

    init(idleAfter: Duration, at now: MonotonicInstant) {
        self.idleAfter = idleAfter
        since = now
    }

    /// Whether receivers are on.
    var isOn: Bool { power == .on }

    /// The current pause of the receivers.
    var pause: ReceiverPause? { if case .paused(let pause) = power { pause } else { nil } }

    /// Records a believed fix, and returns the time it took since receivers were opened after a pause.
    mutating func recordBelievedFix(at now: MonotonicInstant) -> Duration? {
        defer { endSearching() }
        return search?.since == since ? since.duration(to: now) : nil
    }

    /// Records a fix in doubt, which extends the search to the maximum because the receiver has a position.
    mutating func recordFixInDoubt() { search?.length = DutyCycle.longestSearch }

    /// Updates the receivers' power for ``need``, and returns the change to make.
    ///
    /// - Parameters:
    ///   - offer: The pause that may be made now if the consumer wants only significant changes.
    ///   - cycle: The bounds of pauses; `nil` when pauses are disabled.
    ///   - searchLength: The longest that a search starting now may last without a fix.
    ///   - now: The present.
    /// - Returns: The change to make, if any.
    mutating func update(
        offer: ReceiverPause?,
        cycle: DutyCycle.Settings?,
        searchLength: Duration,
        at now: MonotonicInstant
    ) -> Change? {
        guard let want = need?.want else { return endNeed(at: now) }
        unusedSince = nil
        let mayPause = want.allowsPauses && cycle != nil
        if !mayPause {
            if want == .everyFix { lastContinuousNeed = now }
            endSearching()
        }
        switch power {
        case .off:
            become(.on, at: now)
            search = mayPause ? Search(since: now, length: searchLength) : nil
            return need.map { .on($0) }
        case .paused(let pause):
            guard !mayPause || since + pause.duration <= now else { return nil }
            let duration = since.duration(to: now)
            become(.on, at: now)
            search = mayPause ? Search(since: now, length: searchLength) : nil
            return need.map { .resume(after: duration, $0) }
        case .on:
            guard mayPause, let cycle else { return nil }
            // A consumer that needed every fix a moment ago may need it again: wait as long as before closing for good.
            if let last = lastContinuousNeed, last + idleAfter > now {
                search = nil
                return nil
            }
            if let offer { return begin(offer, at: now) }
            let search = self.search ?? Search(since: now, length: searchLength)
            self.search = search
            guard search.end <= now else { return nil }
            return begin(pause(after: search, cycle, at: now), at: now)
        }
    }

    /// Ends a pause, because a consumer has come for which it was not made, or something new is to be known of the place.
    mutating func endPause(at now: MonotonicInstant) {
        guard case .paused(var pause) = power else { return }
        pause.duration = min(pause.duration, since.duration(to: now))
        power = .paused(pause)
    }

    /// The next time a change is due if the need stays the same.
    var nextDeadline: MonotonicInstant? {
        switch power {
        case .off: nil
        case .paused(let pause): since + pause.duration
        case .on: .earliest(unusedSince.map { $0 + idleAfter }, nextSearchEnd)
        }
    }

    private var nextSearchEnd: MonotonicInstant? {
        guard need?.want.allowsPauses ?? false else { return nil }
        return search?.end
    }

    /// Returns the pause after a failed search.
    ///
    /// Sky lost for long seldom returns in a moment, so a change that happens meanwhile may be later then.
    private mutating func pause(after search: Search, _ cycle: DutyCycle.Settings, at now: MonotonicInstant)
        -> ReceiverPause
    {
        let inVainSince = inVainSince ?? search.since
        self.inVainSince = inVainSince
        let inVain = inVainSince.duration(to: now)
        let duration = max(search.length * 2, min(search.length * 3, inVain / 15))
        return ReceiverPause(
            duration: min(max(duration, cycle.shortest), cycle.longest, DutyCycle.longestPauseWithoutFix),
            reason: .noFix(after: search.since.duration(to: now), inVainFor: inVain)
        )
    }

    private mutating func endSearching() {
        search = nil
        inVainSince = nil
    }

    private mutating func endNeed(at now: MonotonicInstant) -> Change? {
        endSearching()
        guard power != .off else { return nil }
        let unusedSince = unusedSince ?? now
        self.unusedSince = unusedSince
        // After a pause receivers are closed already.
        let areOpen = isOn
        guard !areOpen || unusedSince + idleAfter <= now else { return nil }
        become(.off, at: now)
        return .off(unusedFor: unusedSince.duration(to: now), areOpen: areOpen)
    }

    private mutating func begin(_ pause: ReceiverPause, at now: MonotonicInstant) -> Change {
        become(.paused(pause), at: now)
        search = nil
        return .pause(pause)
    }

    private mutating func become(_ power: Power, at now: MonotonicInstant) {
        self.power = power
        since = now
    }
}

import LocationModel

/// Keeps receivers on while somebody may use a fix, and for a while after; in periods while only significant changes
/// are wanted.
struct ReceiverDemand: Hashable, Sendable {
    /// What has to be done about the receivers.
    enum Change: Hashable {
        /// Open them.
        case on(EntitledConsumer)

        /// Close them, because nobody has had a use for them; in a pause they are closed already.
        case off(unusedFor: Duration, areOpen: Bool)

        /// Close them for a while.
        case pause(ReceiverPause)

        /// Open them again after a pause.
        case resume(after: Duration, EntitledConsumer)
    }

    /// Whether receivers are on.
    enum Power: Hashable {
        case off
        case on
        case paused(ReceiverPause)
    }

    /// Receivers being on until a fix is believed, which may be in vain.
    private struct Search: Hashable {
        var since: MonotonicInstant

        /// How long it may be in vain.
        var length: Duration
        var end: MonotonicInstant { since + length }
    }

    /// How long receivers stay on after the last need.
    var idleAfter: Duration

    /// Whether receivers are on.
    private(set) var power = Power.off

    /// Since when that is so.
    private(set) var since: MonotonicInstant

    /// The most demanding consumer now, where there is one.
    private(set) var need: EntitledConsumer?

    private var unusedSince: MonotonicInstant?

    /// When there was last a need for every fix.
    private var lastContinuousNeed: MonotonicInstant?

    /// What looks for a fix, while only significant changes are wanted.
    private var search: Search?

    /// When the first began of the searches that were all in vain.
    private var inVainSince: MonotonicInstant?

    init(idleAfter: Duration, at now: MonotonicInstant) {
        self.idleAfter = idleAfter
        since = now
    }

    /// Whether receivers are on.
    var isOn: Bool { power == .on }

    /// The pause that receivers make now.
    var pause: ReceiverPause? { if case .paused(let pause) = power { pause } else { nil } }

    /// Records that a fix is believed, and returns how long that took since receivers were opened after a pause.
    mutating func recordBelievedFix(at now: MonotonicInstant) -> Duration? {
        defer { endSearching() }
        return search?.since == since ? since.duration(to: now) : nil
    }

    /// Records a fix that is in doubt: a search goes on for as long as any may, since the receiver has a position.
    mutating func recordFixInDoubt() { search?.length = DutyCycle.longestSearch }

    /// Follows the most demanding consumer, and returns what has to be done about the receivers.
    ///
    /// - Parameters:
    ///   - need: The most demanding consumer.
    ///   - offer: The pause that may be made now if the consumer only wants significant changes.
    ///   - cycle: The bounds of pauses; `nil` when there may be none.
    ///   - searchLength: The longest that a search that begins now may last without a fix.
    ///   - now: The present.
    /// - Returns: What has to be done, if anything.
    mutating func update(
        _ need: EntitledConsumer?,
        offer: ReceiverPause?,
        cycle: DutyCycle.Settings?,
        searchLength: Duration,
        at now: MonotonicInstant
    ) -> Change? {
        self.need = need
        guard let need else { return endNeed(at: now) }
        unusedSince = nil
        let mayPause = need.want == .significantChanges && cycle != nil
        if !mayPause {
            if need.want == .everyFix { lastContinuousNeed = now }
            endSearching()
        }
        switch power {
        case .off:
            become(.on, at: now)
            search = mayPause ? Search(since: now, length: searchLength) : nil
            return .on(need)
        case .paused(let pause):
            guard !mayPause || since + pause.duration <= now else { return nil }
            let duration = since.duration(to: now)
            become(.on, at: now)
            search = mayPause ? Search(since: now, length: searchLength) : nil
            return .resume(after: duration, need)
        case .on:
            guard mayPause, let cycle else { return nil }
            // Who looked just now may look again: the same wait as before closing altogether.
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

    /// When something has to be done unless another need arises before.
    var nextDeadline: MonotonicInstant? {
        switch power {
        case .off: nil
        case .paused(let pause): since + pause.duration
        case .on: [unusedSince.map { $0 + idleAfter }, nextSearchEnd].compactMap(\.self).min()
        }
    }

    private var nextSearchEnd: MonotonicInstant? {
        guard need?.want == .significantChanges else { return nil }
        return search?.end
    }

    /// Returns the pause after a search in vain.
    ///
    /// What is away for long is not back in a moment: a change that happens meanwhile is late in proportion.
    private mutating func pause(after search: Search, _ cycle: DutyCycle.Settings, at now: MonotonicInstant)
        -> ReceiverPause
    {
        let inVainSince = inVainSince ?? search.since
        self.inVainSince = inVainSince
        let inVain = inVainSince.duration(to: now)
        let duration = max(search.length * 2, inVain / 15)
        return ReceiverPause(
            duration: min(max(duration, cycle.shortest), cycle.longest),
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
        // After a pause there is nothing to be kept open.
        let areOpen = isOn
        guard !areOpen || unusedSince + idleAfter <= now else { return nil }
        become(.off, at: now)
        self.unusedSince = nil
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

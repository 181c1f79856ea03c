import LocationModel

/// The consumers that may know the location now, and the receivers, which run for the most demanding of them.
///
/// Receivers are on while a consumer may use a fix, and for a while after. While only significant changes are wanted, they
/// pause periodically.
struct Power: Equatable, Sendable {
    /// A change of the receivers, and what opens or closes them unless they are closed already.
    typealias Change = (decision: PowerDecision, effect: Effect?)

    private enum State: Equatable {
        case off
        case on
        case paused(ReceiverPause)
    }

    /// A search: receivers are on until a fix is believed, or until the search fails.
    private struct Search: Equatable {
        var since: MonotonicInstant

        /// The longest the search may last without a fix.
        var length: Duration
        var end: MonotonicInstant { since + length }
    }

    private struct LatestReport: Equatable {
        let time: MonotonicInstant

        /// Whether a report that does not count has come since.
        var hasRepetition = false
    }

    private(set) var consumers = Consumers()

    /// The consumer that receivers are on or paused for, if any.
    private(set) var need: EntitledConsumer?

    /// The demand of all consumers on the receivers, or the last one.
    private(set) var demand = ReceiverDemand()
    private var latestOwner: AppKey?
    private var state = State.off

    /// The time since when receivers have been on, off or paused.
    private(set) var since: MonotonicInstant
    private var unusedSince: MonotonicInstant?

    /// The last time that every fix was needed, and whether that is so now.
    private var lastContinuousNeed: MonotonicInstant?
    private var everyFixIsNeeded = false

    /// The current search, while only significant changes are wanted.
    private var search: Search?

    /// The start of the first search since the last success, if searches have failed.
    private var inVainSince: MonotonicInstant?
    private(set) var dutyCycle = DutyCycle()

    /// The pause that the latest fix permits, until it is accepted or rejected.
    private var offeredPause: ReceiverPause?

    /// The pause that the latest fix permits for streams of apps, until the next change of demand.
    private var pauseForStreams: ReceiverPause?

    /// The latest report of movement that counted.
    private var latestReport: LatestReport?
    private var addressOnly = AddressOnly()

    init(at now: MonotonicInstant) { since = now }

    // MARK: Consumers

    /// Records what entitles a consumer to a location; with `nil`, nothing does.
    mutating func set(_ consumer: Consumer, to entitlement: EntitledConsumer?) {
        consumers.set(consumer, to: entitlement)
    }

    /// Records whether an entitled widget's timeline was made without a location.
    mutating func setUninformed(_ widget: WidgetIdentifier, _ isUninformed: Bool) {
        consumers.setUninformed(widget, isUninformed)
    }

    /// Chooses the consumer for which receivers run; the present one wins ties.
    mutating func chooseNeed() {
        need = consumers.mostDemanding(preferring: need?.consumer)
        guard let need else { return }
        latestOwner = need.owner
        demand = consumers.demand
    }

    /// The subject of a decision about receivers: the app for which they are on, or were last.
    ///
    /// The decision is in that user's journal, so that needs that come and go push out nobody else's
    /// decisions.
    var subject: JournalSubject { JournalSubject(app: latestOwner) }

    // MARK: Receivers

    var isOn: Bool { state == .on }
    var pause: ReceiverPause? { if case .paused(let pause) = state { pause } else { nil } }

    func pauseRemaining(_ turn: Turn) -> Duration? {
        pause.map { max(turn.now.instant.duration(to: since + $0.duration), .zero) }
    }

    /// Ends a pause, because a consumer has come for which it was not made, or something new is to be known of the place.
    mutating func endPause(_ turn: Turn) {
        guard case .paused(var pause) = state else { return }
        pause.duration = min(pause.duration, since.duration(to: turn.now.instant))
        state = .paused(pause)
    }

    /// Ends the stay, and a pause, because a program says that the machine may have moved.
    ///
    /// A report alone is no movement: a fix has to show it. While receivers make no pauses it changes
    /// nothing.
    mutating func consider(_ report: MovementReport, _ turn: inout Turn) {
        guard need?.want.allowsPauses ?? false, turn.settings.dutyCycle != nil else { return }
        let now = turn.now.instant
        if let latest = latestReport, latest.time + Self.reportInterval > now {
            // A sensor that never rests must not fill the journal.
            guard !latest.hasRepetition else { return }
            latestReport?.hasRepetition = true
            let remaining = now.duration(to: latest.time + Self.reportInterval)
            turn.record(
                .power(.movementReported(report, outcome: .tooSoon(remaining: remaining))),
                about: subject
            )
            return
        }
        latestReport = LatestReport(time: now)
        dutyCycle.endStay()
        turn.record(
            .power(.movementReported(report, outcome: isOn ? .receiversAreOn : .pauseEnds)),
            about: subject
        )
        endPause(turn)
    }

    /// The time in which one report of movement counts, so that a sensor that never rests does not keep receivers on.
    ///
    /// The machine has not stayed for longer then, so pauses are short meanwhile.
    private static let reportInterval: Duration = .seconds(300)

    /// The next time a change is due if the need stays the same.
    func deadline(_ turn: Turn) -> MonotonicInstant? {
        switch state {
        case .off: nil
        case .paused(let pause): since + pause.duration
        case .on:
            .earliest(
                unusedSince.map { $0 + turn.settings.receiversIdleAfter },
                need?.want.allowsPauses ?? false ? search?.end ?? endOfContinuousNeed(turn) : nil
            )
        }
    }

    /// The time of a search that is put off because every fix was needed a moment ago.
    private func endOfContinuousNeed(_ turn: Turn) -> MonotonicInstant? {
        guard turn.settings.dutyCycle != nil else { return nil }
        return lastContinuousNeed.map { $0 + turn.settings.receiversIdleAfter }
    }

    /// Returns the change of the receivers that is due, if any, and makes it.
    mutating func update(lastFixAt: MonotonicInstant?, _ turn: Turn) -> Change? {
        defer { (offeredPause, pauseForStreams) = (nil, nil) }
        let (now, cycle) = (turn.now.instant, turn.settings.dutyCycle)
        // Also of a need that ends in this turn: nothing may have happened while it lasted.
        let everyFixWasNeeded = everyFixIsNeeded
        everyFixIsNeeded = need?.want == .everyFix
        if everyFixWasNeeded || everyFixIsNeeded { lastContinuousNeed = now }
        guard let need else { return endNeed(turn) }
        unusedSince = nil
        let mayPause = need.want.allowsPauses && cycle != nil
        if !mayPause { endSearching() }
        let length = dutyCycle.searchLength(lastFixAge: lastFixAt.map { $0.duration(to: now) })
        let search = Search(since: now, length: length)
        switch state {
        case .off:
            become(.on, at: now)
            self.search = mayPause ? search : nil
            return (.receiversOn(need), .startReceivers)
        case .paused(let pause):
            guard !mayPause || since + pause.duration <= now else { return nil }
            let duration = since.duration(to: now)
            become(.on, at: now)
            self.search = mayPause ? search : nil
            return (.receiversResumed(pause: duration, need), .startReceivers)
        case .on:
            guard mayPause, let cycle else { return nil }
            // A consumer that needed every fix a moment ago may need it again: wait as long as before closing for good.
            if let last = lastContinuousNeed, last + turn.settings.receiversIdleAfter > now {
                self.search = nil
                return nil
            }
            if let permittedPause { return begin(permittedPause, at: now) }
            let search = self.search ?? search
            self.search = search
            guard search.end <= now else { return nil }
            return begin(pause(after: search, cycle, at: now), at: now)
        }
    }

    private mutating func endNeed(_ turn: Turn) -> Change? {
        let now = turn.now.instant
        endSearching()
        guard state != .off else { return nil }
        let unusedSince = unusedSince ?? now
        self.unusedSince = unusedSince
        // After a pause receivers are closed already.
        let areOpen = isOn
        guard !areOpen || unusedSince + turn.settings.receiversIdleAfter <= now else { return nil }
        become(.off, at: now)
        return (.receiversOff(unused: unusedSince.duration(to: now)), areOpen ? .stopReceivers : nil)
    }

    /// Returns the pause after a failed search.
    ///
    /// A sky lost for long seldom returns soon, so a change that happens meanwhile may be told later.
    private mutating func pause(
        after search: Search,
        _ cycle: DutyCycle.Settings,
        at now: MonotonicInstant
    ) -> ReceiverPause {
        let inVainSince = inVainSince ?? search.since
        self.inVainSince = inVainSince
        let inVain = inVainSince.duration(to: now)
        let duration = max(search.length * 2, min(search.length * 3, inVain / 15))
        return ReceiverPause(
            duration: min(max(duration, cycle.shortest), cycle.longest, DutyCycle.longestPauseWithoutFix),
            reason: .noFix(searched: search.since.duration(to: now), inVain: inVain)
        )
    }

    private mutating func begin(_ pause: ReceiverPause, at now: MonotonicInstant) -> Change {
        become(.paused(pause), at: now)
        search = nil
        return (.receiversPaused(pause), .stopReceivers)
    }

    private mutating func become(_ state: State, at now: MonotonicInstant) {
        self.state = state
        since = now
    }

    private mutating func endSearching() { (search, inVainSince) = (nil, nil) }

    // MARK: Fixes

    /// Records a believed fix, with its time on the receiver's own time line.
    mutating func recordBelieved(_ fix: Fix, observedAt: MonotonicInstant, _ turn: Turn) {
        // The time since receivers were opened after a pause is learned from the first fix only.
        let searched = search?.since == since ? since.duration(to: turn.now.instant) : nil
        endSearching()
        dutyCycle.record(fix, observedAt: observedAt, after: searched)
    }

    /// Records a fix in doubt, which extends the search to the maximum because the receiver has a position.
    ///
    /// With a contradicted receiver the search goes on: after a pause, its clock and movement would prove
    /// nothing.
    mutating func recordFixInDoubt(isContradicted: Bool, _ turn: Turn) {
        guard let search else { return }
        let lasted = isContradicted ? search.since.duration(to: turn.now.instant) : .zero
        self.search?.length = max(search.length, lasted + DutyCycle.longestSearch)
    }

    /// Offers the pause that significant changes permit after a believed fix, or the shortest of `others`.
    mutating func offerPause(
        after fix: Fix,
        observedAt: MonotonicInstant,
        nextChange: (meters: Double, interval: Duration),
        _ settings: DutyCycle.Settings,
        others: [ReceiverPause?]
    ) {
        offeredPause = dutyCycle.pause(
            after: fix,
            observedAt: observedAt,
            remainingMeters: nextChange.meters,
            interval: nextChange.interval,
            settings: settings
        )
        guard offeredPause != nil else { return }
        offeredPause = ([offeredPause] + others).compactMap(\.self).min { $0.duration < $1.duration }
    }

    /// Offers the pause that streams of apps permit after a believed fix.
    mutating func offerPauseForStreams(_ pause: ReceiverPause?) { pauseForStreams = pause }

    /// The pause that all consumers permit after the latest fix.
    private var permittedPause: ReceiverPause? {
        guard case .fixes = need?.want else { return offeredPause }
        guard consumers.wantSignificantChanges else { return pauseForStreams }
        guard let offeredPause, let pauseForStreams else { return nil }
        return offeredPause.duration < pauseForStreams.duration ? offeredPause : pauseForStreams
    }
}

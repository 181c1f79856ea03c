import LocationModel

/// The consumers that may know the location now, and the receivers, which run for the most demanding of them.
struct Power: Hashable, Codable, Sendable {
    /// The consumers that are entitled to a location.
    private(set) var consumers = Consumers()
    private(set) var dutyCycle = DutyCycle()
    private var demand: ReceiverDemand

    /// The pause that the latest fix permits, until it is accepted or rejected.
    private var offeredPause: ReceiverPause?

    /// The pause that the latest fix permits for streams of apps, until the next change of demand.
    private var pauseForStreams: ReceiverPause?

    init(settings: EngineSettings, at now: MonotonicInstant) {
        demand = ReceiverDemand(idleAfter: settings.receiversIdleAfter, at: now)
    }

    mutating func change(to settings: EngineSettings) { demand.idleAfter = settings.receiversIdleAfter }

    /// The next time at which ``update(lastFixAt:_:)`` has something to do if the consumers stay the same.
    var deadline: MonotonicInstant? { demand.nextDeadline }

    // MARK: Consumers

    /// Sets the entitlement of a consumer; `nil` removes it.
    mutating func set(_ consumer: Consumer, to entitlement: EntitledConsumer?) {
        consumers.set(consumer, to: entitlement)
    }

    /// Records whether an entitled widget's timeline was made without a location.
    mutating func setUninformed(_ widget: WidgetIdentifier, _ isUninformed: Bool) {
        consumers.setUninformed(widget, isUninformed)
    }

    /// Chooses the consumer for which receivers run; the present one wins ties.
    mutating func chooseNeed() { demand.need = consumers.mostDemanding(preferring: demand.need?.consumer) }

    /// The consumer that receivers are on or paused for, if any.
    var need: EntitledConsumer? { demand.need }

    /// The subject of a decision about receivers: the app for which they are on, or were last.
    var subject: JournalSubject { demand.subject }

    // MARK: Receivers

    /// Whether receivers are on.
    var isOn: Bool { demand.isOn }

    /// The time since when receivers have been on, off or paused.
    var since: MonotonicInstant { demand.since }

    /// The current pause of the receivers.
    var pause: ReceiverPause? { demand.pause }

    /// Returns the change of the receivers' power that is due, if any, and makes it; ``carryOut(_:_:)`` records it.
    mutating func update(lastFixAt: MonotonicInstant?, _ turn: Turn) -> ReceiverDemand.Change? {
        let now = turn.now.instant
        let change = demand.update(
            offer: permittedPause,
            cycle: turn.settings.dutyCycle,
            searchLength: dutyCycle.searchLength(lastFixAge: lastFixAt.map { $0.duration(to: now) }),
            at: now
        )
        (offeredPause, pauseForStreams) = (nil, nil)
        return change
    }

    /// Records a change, and opens or closes the receivers.
    func carryOut(_ change: ReceiverDemand.Change, _ turn: inout Turn) {
        switch change {
        case .on(let need):
            turn.record(.receiversOn(need), about: subject)
            turn.emit(.startReceivers)
        case .resume(let pause, let need):
            turn.record(.receiversResumed(after: pause, need), about: subject)
            turn.emit(.startReceivers)
        case .off(let duration, let areOpen):
            turn.record(.receiversOff(unusedFor: duration), about: subject)
            if areOpen { turn.emit(.stopReceivers) }
        case .pause(let pause):
            turn.record(.receiversPaused(pause), about: subject)
            turn.emit(.stopReceivers)
        }
    }

    /// Ends a pause, because a consumer has come for which it was not made, or something new is to be known of the place.
    mutating func endPause(_ turn: Turn) { demand.endPause(at: turn.now.instant) }

    // MARK: Fixes

    /// Records a believed fix, with its time on the receiver's own time line.
    mutating func recordBelieved(_ fix: Fix, observedAt: MonotonicInstant, _ turn: Turn) {
        let searched = demand.recordBelievedFix(at: turn.now.instant)
        dutyCycle.record(fix, observedAt: observedAt, after: searched)
    }

    /// Records a fix in doubt, which extends the search because the receiver has a position.
    mutating func recordFixInDoubt() { demand.recordFixInDoubt() }

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
        guard case .fixes = demand.need?.want else { return offeredPause }
        guard consumers.significantCount > 0 else { return pauseForStreams }
        guard let offeredPause, let pauseForStreams else { return nil }
        return offeredPause.duration < pauseForStreams.duration ? offeredPause : pauseForStreams
    }
}

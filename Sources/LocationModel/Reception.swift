/// The judgement whether a reachable receiver has a position: acquiring, fixed or lost, and why.
///
/// All receivers share it. Record every epoch, and every arrival of bytes from receivers whose bytes may be
/// undecodable, and call ``check(at:)`` at ``deadline``.
package struct Reception: Hashable, Codable, Sendable {
    /// The number of missed epochs that counts as silence: more than a single dropped epoch.
    private static let missedEpochs = 5

    /// The shortest time that counts as silence, however short the reporting interval.
    private static let shortestSilence: Duration = .seconds(5)

    /// The time that counts as silence while the reporting interval is unknown.
    ///
    /// Slow receivers report every ten seconds.
    private static let firstSilence: Duration = .seconds(30)

    package private(set) var state = ReceiverState.acquiring(.nothingHeard)

    private var interval = ReportingInterval()
    private var lastEpoch: MonotonicInstant?
    private var lastFixAt: MonotonicInstant?

    /// The times of the first and the last bytes that arrived without a pause in between.
    private var bytes: ClosedRange<MonotonicInstant>?

    /// The number of sentences that were understood, and when it last grew.
    private var sentences = 0
    private var lastSentenceAt: MonotonicInstant?

    package init() {}

    /// The time at which ``check(at:)`` may change the state.
    package var deadline: MonotonicInstant? {
        switch state {
        case .fixed: lastEpoch.map { $0 + silence }
        // Its sentences may be decodable and contain no position.
        case .acquiring(.noPosition), .lost(.noPosition, _):
            [lastEpoch.map { $0 + silence }, bytes.map { $0.upperBound + Self.shortestSilence }]
                .compactMap(\.self).max()
        case .acquiring(.nothingHeard): bytes.map { $0.lowerBound + Self.shortestSilence }
        case .acquiring(.unreadable), .lost(.unreadable, _):
            bytes.map { $0.upperBound + Self.shortestSilence }
        default: nil
        }
    }

    /// Records an epoch.
    ///
    /// Silence is measured on the receiver's time line, which ``deadline`` and ``check(at:)`` also use.
    /// `observedAt` is the epoch's place on it, by default the time of arrival. Returns the new state if it
    /// has changed.
    package mutating func record(
        _ epoch: Epoch,
        at now: MonotonicInstant,
        observedAt: MonotonicInstant? = nil
    ) -> ReceiverState? {
        let observedAt = observedAt ?? now
        if let lastEpoch, observedAt > lastEpoch { interval.record(gap: lastEpoch.duration(to: observedAt)) }
        lastEpoch = observedAt
        guard case .fix = epoch else { return transition(to: lacking(.noPosition)) }
        lastFixAt = now
        return transition(to: .fixed)
    }

    /// Records that bytes have arrived, and the number of sentences understood so far; returns the state if it is new.
    package mutating func recordBytes(at now: MonotonicInstant, sentences: Int) -> ReceiverState? {
        let isGoingOn = bytes.map { now < $0.upperBound + Self.shortestSilence } ?? false
        bytes = (isGoingOn ? bytes?.lowerBound ?? now : now)...now
        if sentences > self.sentences { lastSentenceAt = now }
        self.sentences = sentences
        return check(at: now)
    }

    /// Checks for silence and returns the new state if it has changed.
    package mutating func check(at now: MonotonicInstant) -> ReceiverState? {
        let lastBytes = bytes?.upperBound
        if let lastBytes, now >= lastBytes + Self.shortestSilence { bytes = nil }
        let isUnderstood = lastSentenceAt.map { now < $0 + Self.shortestSilence } ?? false
        guard let lastEpoch else {
            guard let bytes else {
                return lastBytes.flatMap { transition(to: lacking(.silent(for: $0.duration(to: now)))) }
            }
            guard now >= bytes.lowerBound + Self.shortestSilence else { return nil }
            return transition(to: lacking(isUnderstood ? .noPosition : .unreadable))
        }
        let quiet = lastEpoch.duration(to: now)
        guard quiet >= silence else { return nil }
        guard bytes != nil else {
            let silence = max(lastEpoch, lastBytes ?? lastEpoch).duration(to: now)
            return transition(to: lacking(.silent(for: silence)))
        }
        return transition(to: lacking(isUnderstood ? .noPosition : .unreadable))
    }

    /// The time without an epoch that counts as silence.
    private var silence: Duration {
        guard let median = interval.median else { return Self.firstSilence }
        return max(median * Self.missedEpochs, Self.shortestSilence)
    }

    private func lacking(_ reason: NoFixReason) -> ReceiverState {
        lastFixAt.map { .lost(reason, lastFixAt: $0) } ?? .acquiring(reason)
    }

    private mutating func transition(to next: ReceiverState) -> ReceiverState? {
        // A silence that lasts is no news.
        guard (state.condition, state.reasonName) != (next.condition, next.reasonName) else { return nil }
        state = next
        return next
    }
}

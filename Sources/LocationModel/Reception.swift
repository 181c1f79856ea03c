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
    private var hasPosition = false

    /// The times of the first and the last bytes that arrived without a pause in between.
    private var bytes: ClosedRange<MonotonicInstant>?

    /// The number of sentences that were understood, and when it last grew.
    private var sentences = 0
    private var lastSentenceAt: MonotonicInstant?

    package init() {}

    /// When ``check(at:)`` may change the state.
    package var deadline: MonotonicInstant? {
        switch state {
        case .fixed: lastEpoch.map { $0 + silence }
        // What it sends may be understood without telling anything of a position.
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
    /// - Parameters:
    ///   - epoch: What the receiver reported.
    ///   - now: When it arrived.
    ///   - observedAt: Its place on the receiver's time line, by default the arrival. Silence is measured on this time
    ///     line, and it is also that of ``deadline`` and ``check(at:)``.
    /// - Returns: The new state if it has changed.
    package mutating func record(
        _ epoch: Epoch,
        at now: MonotonicInstant,
        observedAt: MonotonicInstant? = nil
    ) -> ReceiverState? {
        let observedAt = observedAt ?? now
        if let lastEpoch, observedAt > lastEpoch { interval.record(gap: lastEpoch.duration(to: observedAt)) }
        lastEpoch = observedAt
        if case .fix = epoch {
            hasPosition = true
            lastFixAt = now
        } else {
            hasPosition = false
        }
        return transition(to: talking)
    }

    /// Records that bytes have arrived.
    ///
    /// - Parameters:
    ///   - now: When they arrived.
    ///   - sentences: The number of sentences that were understood so far.
    /// - Returns: The new state if it has changed.
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
                return lastBytes.flatMap { transition(to: silent(for: $0.duration(to: now))) }
            }
            guard now >= bytes.lowerBound + Self.shortestSilence else { return nil }
            return transition(to: .acquiring(isUnderstood ? .noPosition : .unreadable))
        }
        let quiet = lastEpoch.duration(to: now)
        guard quiet >= silence else { return nil }
        guard bytes != nil else {
            return transition(to: silent(for: max(lastEpoch, lastBytes ?? lastEpoch).duration(to: now)))
        }
        guard isUnderstood else { return transition(to: unreadable(for: quiet)) }
        hasPosition = false
        return transition(to: talking)
    }

    /// The time without an epoch that counts as silence.
    private var silence: Duration {
        guard let median = interval.median else { return Self.firstSilence }
        return max(median * Self.missedEpochs, Self.shortestSilence)
    }

    private var talking: ReceiverState {
        guard !hasPosition else { return .fixed }
        return lastFixAt.map { .lost(.noPosition, lastFixAt: $0) } ?? .acquiring(.noPosition)
    }

    private func unreadable(for duration: Duration) -> ReceiverState {
        lastFixAt.map { .lost(.unreadable(for: duration), lastFixAt: $0) } ?? .acquiring(.unreadable)
    }

    private func silent(for duration: Duration) -> ReceiverState {
        lastFixAt.map { .lost(.silent(for: duration), lastFixAt: $0) } ?? .acquiring(.silent(for: duration))
    }

    private mutating func transition(to next: ReceiverState) -> ReceiverState? {
        guard !state.differsOnlyInDuration(from: next) else { return nil }
        state = next
        return next
    }
}

extension ReceiverState {
    /// Whether two states are equal apart from how long they have lasted.
    fileprivate func differsOnlyInDuration(from other: ReceiverState) -> Bool {
        switch (self, other) {
        case (.acquiring(.silent), .acquiring(.silent)), (.lost(.silent, _), .lost(.silent, _)),
            (.lost(.unreadable, _), .lost(.unreadable, _)):
            true
        default: self == other
        }
    }
}

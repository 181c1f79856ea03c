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

    package init() {}

    /// When ``check(at:)`` may change the state.
    package var deadline: MonotonicInstant? {
        switch state {
        case .fixed, .acquiring(.noPosition), .lost(.noPosition, _): lastEpoch.map { $0 + silence }
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

    /// Records that bytes have arrived, decodable or not, and returns the new state if it has changed.
    package mutating func recordBytes(at now: MonotonicInstant) -> ReceiverState? {
        let isGoingOn = bytes.map { now < $0.upperBound + Self.shortestSilence } ?? false
        bytes = (isGoingOn ? bytes?.lowerBound ?? now : now)...now
        return check(at: now)
    }

    /// Checks for silence and returns the new state if it has changed.
    package mutating func check(at now: MonotonicInstant) -> ReceiverState? {
        if let heard = bytes, now >= heard.upperBound + Self.shortestSilence { bytes = nil }
        guard let lastEpoch else {
            let isUnreadable = bytes.map { now >= $0.lowerBound + Self.shortestSilence } ?? false
            return transition(to: .acquiring(isUnreadable ? .unreadable : .nothingHeard))
        }
        let quiet = lastEpoch.duration(to: now)
        guard quiet >= silence else { return nil }
        return transition(to: bytes == nil ? silent(for: quiet) : unreadable(for: quiet))
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

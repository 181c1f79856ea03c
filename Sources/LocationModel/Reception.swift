/// Tells whether a receiver that is reachable has a position: acquiring, fixed, lost, and why.
///
/// All receivers judge this alike. Feed it every epoch, and, from receivers that can send what nobody understands,
/// every arrival of bytes; ask it again at ``deadline``.
package struct Reception: Hashable, Sendable {
    /// Missed epochs after which a receiver is silent: more than any single dropped one.
    private static let missedEpochs = 5

    /// The shortest silence that counts, however fast the receiver reports.
    private static let shortestSilence: Duration = .seconds(5)

    /// The silence that counts while the receiver's interval is not known: a slow one reports every ten seconds.
    private static let firstSilence: Duration = .seconds(30)

    /// One of acquiring, fixed and lost.
    package private(set) var state = ReceiverState.acquiring(.nothingHeard)

    private var interval = ReportingInterval()
    private var lastEpoch: MonotonicInstant?
    private var lastFixAt: MonotonicInstant?
    private var hasPosition = false

    /// When bytes began to come, and came last, without a pause between.
    private var bytes: ClosedRange<MonotonicInstant>?

    /// Creates the reception of a receiver that has just been opened.
    package init() {}

    /// When ``check(at:)`` may have news.
    package var deadline: MonotonicInstant? {
        switch state {
        case .fixed, .acquiring(.noPosition), .lost(.noPosition, _): lastEpoch.map { $0 + silence }
        case .acquiring(.nothingHeard): bytes.map { $0.lowerBound + Self.shortestSilence }
        case .acquiring(.unreadable), .lost(.unreadable, _):
            bytes.map { $0.upperBound + Self.shortestSilence }
        default: nil
        }
    }

    /// Takes in an epoch.
    ///
    /// - Parameters:
    ///   - epoch: What the receiver reported.
    ///   - now: When it arrived.
    ///   - observedAt: Its place on the receiver's own time line, on which silence is measured; the arrival unless
    ///     it is given, and then also the time line of ``deadline`` and ``check(at:)``.
    /// - Returns: The state, if it is another one now.
    package mutating func take(
        _ epoch: Epoch,
        at now: MonotonicInstant,
        observedAt: MonotonicInstant? = nil
    ) -> ReceiverState? {
        let observedAt = observedAt ?? now
        if let lastEpoch, observedAt > lastEpoch { interval.take(gap: lastEpoch.duration(to: observedAt)) }
        lastEpoch = observedAt
        if case .fix = epoch {
            hasPosition = true
            lastFixAt = now
        } else {
            hasPosition = false
        }
        return become(talking)
    }

    /// Takes note that bytes have come, whether or not anything can be made of them, and returns the state, if it
    /// is another one now.
    package mutating func hear(at now: MonotonicInstant) -> ReceiverState? {
        let isGoingOn = bytes.map { now < $0.upperBound + Self.shortestSilence } ?? false
        bytes = (isGoingOn ? bytes?.lowerBound ?? now : now)...now
        return check(at: now)
    }

    /// Returns the state, if silence has made it another one.
    package mutating func check(at now: MonotonicInstant) -> ReceiverState? {
        if let heard = bytes, now >= heard.upperBound + Self.shortestSilence { bytes = nil }
        guard let lastEpoch else {
            let isUnreadable = bytes.map { now >= $0.lowerBound + Self.shortestSilence } ?? false
            return become(.acquiring(isUnreadable ? .unreadable : .nothingHeard))
        }
        let quiet = lastEpoch.duration(to: now)
        guard quiet >= silence else { return nil }
        return become(bytes == nil ? silent(for: quiet) : unreadable(for: quiet))
    }

    /// The time without an epoch that counts as silence.
    private var silence: Duration {
        guard let usual = interval.usual else { return Self.firstSilence }
        return max(usual * Self.missedEpochs, Self.shortestSilence)
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

    private mutating func become(_ next: ReceiverState) -> ReceiverState? {
        guard !state.isLike(next) else { return nil }
        state = next
        return next
    }
}

extension ReceiverState {
    /// Whether two states differ in nothing but how long they have lasted.
    fileprivate func isLike(_ other: ReceiverState) -> Bool {
        switch (self, other) {
        case (.acquiring(.silent), .acquiring(.silent)), (.lost(.silent, _), .lost(.silent, _)),
            (.lost(.unreadable, _), .lost(.unreadable, _)):
            true
        default: self == other
        }
    }
}

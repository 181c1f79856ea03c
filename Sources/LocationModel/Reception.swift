/// Tells whether a receiver that is reachable has a position: acquiring, fixed, lost.
///
/// All receivers judge this alike. Feed it every epoch, and ask it again at ``deadline``.
package struct Reception: Hashable, Sendable {
    /// Missed epochs after which a receiver is lost: more than any single dropped one.
    private static let missedEpochs = 5

    /// The shortest silence that counts, however fast the receiver reports.
    private static let shortestSilence: Duration = .seconds(5)

    /// Longer pauses between epochs are gaps, not the receiver's interval.
    private static let longestInterval: Duration = .seconds(10)

    /// One of acquiring, fixed and lost.
    package private(set) var state = ReceiverState.acquiring

    private var interval: Duration = .seconds(1)
    private var lastEpoch: ContinuousClock.Instant?

    /// Creates the reception of a receiver that has just been opened.
    package init() {}

    /// When ``check(at:)`` may have news.
    package var deadline: ContinuousClock.Instant? {
        guard state == .fixed, let lastEpoch else { return nil }
        return lastEpoch + max(interval * Self.missedEpochs, Self.shortestSilence)
    }

    /// Takes in an epoch and returns the state, if it is another one now.
    package mutating func take(_ epoch: Epoch, at now: ContinuousClock.Instant) -> ReceiverState? {
        if let lastEpoch, now > lastEpoch, now - lastEpoch <= Self.longestInterval {
            interval = now - lastEpoch
        }
        lastEpoch = now
        switch epoch {
        case .fix: return become(.fixed)
        case .noFix: return state == .fixed ? become(.lost) : nil
        }
    }

    /// Returns the state, if silence has made it another one.
    package mutating func check(at now: ContinuousClock.Instant) -> ReceiverState? {
        guard let deadline, now >= deadline else { return nil }
        return become(.lost)
    }

    private mutating func become(_ next: ReceiverState) -> ReceiverState? {
        guard state != next else { return nil }
        state = next
        return next
    }
}

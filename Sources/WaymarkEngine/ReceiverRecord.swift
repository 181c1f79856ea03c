package import LocationModel

/// What is known of one receiver: how it is doing, since when, and how long it has been on.
package struct ReceiverRecord: Hashable, Sendable {
    /// How it is doing.
    package private(set) var state = ReceiverState.off

    /// Since when it has been in this state.
    package private(set) var since: ContinuousClock.Instant

    /// When its last fix arrived.
    package private(set) var lastFixAt: ContinuousClock.Instant?

    private var onSince: ContinuousClock.Instant?
    private var onBefore: Duration = .zero

    /// Begins the record of a receiver that has been off since the service started.
    init(since start: ContinuousClock.Instant) { since = start }

    /// How long it has been on in all, since the service started.
    package func onTime(at now: ContinuousClock.Instant) -> Duration {
        onBefore + (onSince?.duration(to: now) ?? .zero)
    }

    /// Takes note of a state, and returns whether it is another than before.
    mutating func take(_ next: ReceiverState, at now: ContinuousClock.Instant) -> Bool {
        guard next != state else { return false }
        switch next {
        case .off, .ended:
            onBefore = onTime(at: now)
            onSince = nil
        case .absent, .connecting, .acquiring, .fixed, .lost: onSince = onSince ?? now
        }
        // A second reason for the same state does not begin it anew.
        if next.name != state.name { since = now }
        state = next
        return true
    }

    /// Takes note of the arrival of a fix.
    mutating func noteFix(at now: ContinuousClock.Instant) { lastFixAt = now }
}

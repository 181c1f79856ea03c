package import LocationModel

/// What is known of one receiver: how it is doing, since when, and how long it has been on.
package struct ReceiverRecord: Hashable, Sendable {
    /// How it is doing.
    package private(set) var state = ReceiverState.off

    /// Since when it has been in this state.
    package private(set) var since: MonotonicInstant

    /// When its last fix arrived.
    package private(set) var lastFixAt: MonotonicInstant?

    /// The latest heading of the vehicle that it reported.
    package private(set) var heading: Heading?

    /// When that arrived.
    package private(set) var headingAt: MonotonicInstant?

    private var onSince: MonotonicInstant?
    private var onBefore: Duration = .zero

    /// Begins the record of a receiver that has been off since the service started.
    init(since start: MonotonicInstant) { since = start }

    /// How long it has been on in all, since the service started.
    package func onTime(at now: MonotonicInstant) -> Duration {
        onBefore + (onSince?.duration(to: now) ?? .zero)
    }

    /// What is new about a receiver.
    enum News: Hashable {
        /// It is in another state, or has another reason for the same.
        case state

        /// It is absent for the same reason as before, and tried again at another time.
        case retryTime
    }

    /// Changes the state, and returns what is new about it.
    mutating func change(to next: ReceiverState, at now: MonotonicInstant) -> News? {
        guard next != state else { return nil }
        if case .absent(let problem, _) = next, case .absent(problem, _) = state {
            state = next
            return .retryTime
        }
        switch next {
        case .off, .ended:
            onBefore = onTime(at: now)
            onSince = nil
        case .absent, .connecting, .acquiring, .fixed, .lost: onSince = onSince ?? now
        }
        // A second reason for the same state does not begin it anew.
        if next.name != state.name { since = now }
        state = next
        return .state
    }

    /// Records a heading.
    mutating func record(_ heading: Heading, at now: MonotonicInstant) {
        self.heading = heading
        headingAt = now
    }

    /// Records the arrival of a fix.
    mutating func recordFix(at now: MonotonicInstant) { lastFixAt = now }
}

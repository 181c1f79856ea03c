import LocationModel

/// The times at which to open a stream again: after pauses that grow, and at once when its socket appears.
///
/// It performs no I/O, and is told the time.
package struct Reconnection: Hashable, Sendable {
    private enum State: Hashable {
        case ended
        case waiting(until: ContinuousClock.Instant)
        case open
    }

    /// The longest pause where nothing reports that the socket appears.
    private static let longestUnwatched: Duration = .seconds(2)

    private var state: State = .ended
    private var pauses: BackOff

    /// Creates a plan without an attempt.
    ///
    /// A restart of the service takes a fraction of a second; the first pause is random, up to a second, so
    /// that not all clients reconnect at the same instant.
    package init(
        longest: Duration = .seconds(30),
        first: Duration = .milliseconds(Int64.random(in: 50...1000))
    ) {
        pauses = BackOff(first: first, longest: longest)
    }

    /// The time of the next attempt; `nil` while the stream is open, or not wanted.
    package var attemptAt: ContinuousClock.Instant? {
        if case .waiting(let time) = state { time } else { nil }
    }

    /// Plans an attempt for `now`, unless the stream is open or waited for.
    package mutating func begin(at now: ContinuousClock.Instant) {
        if state == .ended { state = .waiting(until: now) }
    }

    /// Records that the stream is open, on which the service has yet to answer.
    package mutating func opened() { state = .open }

    package mutating func answered() { pauses.reset() }

    /// Plans the next attempt after one has failed, or the stream has ended; returns the pause until then.
    ///
    /// `isWatched` is whether ``socketAppeared(at:)`` will be called; `nil` if nobody looks at the socket.
    @discardableResult
    package mutating func failed(at now: ContinuousClock.Instant, isWatched: Bool? = nil) -> Duration {
        let pause = pauses.next()
        let limited = isWatched == false ? min(pause, Self.longestUnwatched) : pause
        state = .waiting(until: now + limited)
        return limited
    }

    /// Makes the attempt that is waited for due: the socket has appeared.
    package mutating func socketAppeared(at now: ContinuousClock.Instant) {
        guard attemptAt != nil else { return }
        // The socket may appear a moment before the service listens at it.
        pauses.reset()
        state = .waiting(until: now)
    }

    package mutating func end() {
        state = .ended
        pauses.reset()
    }
}

/// A point on the monotonic clock, which never goes back and goes on while the machine sleeps.
///
/// `ContinuousClock.Instant` in a form whose size the compiler knows. That type's library keeps its layout to itself, so
/// that everything which holds one is copied, compared and destroyed field by field through tables at run time: half of
/// what a fix cost.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
    private var sinceEpoch: Duration

    private init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    /// Creates the same point from the standard library's form.
    package init(_ instant: ContinuousClock.Instant) {
        sinceEpoch = ContinuousClock().systemEpoch.duration(to: instant)
    }

    /// Where the clock begins, which is about when the machine was started.
    package static var systemEpoch: MonotonicInstant { MonotonicInstant(sinceEpoch: .zero) }

    /// Returns the instant `duration` later.
    package func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceEpoch: sinceEpoch + duration)
    }

    /// Returns the time from this instant to `other`; negative when `other` is earlier.
    package func duration(to other: MonotonicInstant) -> Duration { other.sinceEpoch - sinceEpoch }

    /// Tells which of two instants is earlier.
    package static func < (earlier: MonotonicInstant, later: MonotonicInstant) -> Bool {
        earlier.sinceEpoch < later.sinceEpoch
    }

    /// Returns the instant that is a duration later.
    package static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        instant.advanced(by: duration)
    }

    /// Returns the instant that is a duration earlier.
    package static func - (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceEpoch: instant.sinceEpoch - duration)
    }

    /// Returns the time from the second instant to the first.
    package static func - (later: MonotonicInstant, earlier: MonotonicInstant) -> Duration {
        earlier.duration(to: later)
    }
}

extension ContinuousClock.Instant {
    /// Creates the same point in the form that the system's clock gives and waits for.
    package init(_ instant: MonotonicInstant) {
        self = ContinuousClock().systemEpoch.advanced(by: MonotonicInstant.systemEpoch.duration(to: instant))
    }
}

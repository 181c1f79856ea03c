/// A point on the monotonic clock, which never goes back and runs on while the machine sleeps.
///
/// This is `ContinuousClock.Instant` with a layout that the compiler knows. The standard library keeps the layout of
/// its type resilient, so every value that contains one is copied, compared and destroyed field by field through
/// run-time tables; that made up half of the cost of a fix.
package struct MonotonicInstant: Hashable, Codable, Comparable, Sendable {
    private var sinceEpoch: Duration

    private init(sinceEpoch: Duration) { self.sinceEpoch = sinceEpoch }

    package init(_ instant: ContinuousClock.Instant) {
        sinceEpoch = ContinuousClock().systemEpoch.duration(to: instant)
    }

    /// The zero of the clock, which is about when the machine was started.
    package static var systemEpoch: MonotonicInstant { MonotonicInstant(sinceEpoch: .zero) }

    /// Returns the earliest instant that is not `nil`; `nil` if all are.
    package static func earliest(of instants: MonotonicInstant?...) -> MonotonicInstant? {
        instants.reduce(nil) { earliest($0, $1) }
    }

    /// Returns the earlier of two instants; if one is `nil`, the other.
    package static func earliest(_ instant: MonotonicInstant?, _ other: MonotonicInstant?)
        -> MonotonicInstant?
    {
        guard let instant, let other else { return instant ?? other }
        return min(instant, other)
    }

    package func advanced(by duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceEpoch: sinceEpoch + duration)
    }

    /// Returns the time from this instant to `other`; negative when `other` is earlier.
    package func duration(to other: MonotonicInstant) -> Duration { other.sinceEpoch - sinceEpoch }

    package static func < (earlier: MonotonicInstant, later: MonotonicInstant) -> Bool {
        earlier.sinceEpoch < later.sinceEpoch
    }

    package static func + (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        instant.advanced(by: duration)
    }

    package static func - (instant: MonotonicInstant, duration: Duration) -> MonotonicInstant {
        MonotonicInstant(sinceEpoch: instant.sinceEpoch - duration)
    }

    package static func - (later: MonotonicInstant, earlier: MonotonicInstant) -> Duration {
        earlier.duration(to: later)
    }
}

extension ContinuousClock.Instant {
    package init(_ instant: MonotonicInstant) {
        self = ContinuousClock().systemEpoch.advanced(by: MonotonicInstant.systemEpoch.duration(to: instant))
    }
}

import LocationModel

/// A receiver's time line, continued where the receiver's time steps back.
struct TimeLine: Hashable, Codable, Sendable {
    private var start: MonotonicInstant?
    private(set) var latest: MonotonicInstant?
    private var shift: Duration = .zero

    /// The time since the first fix, in seconds.
    private(set) var seconds = 0.0

    mutating func advance(to observedAt: MonotonicInstant) -> MonotonicInstant {
        if let latest, observedAt + shift < latest { shift = observedAt.duration(to: latest) }
        let now = observedAt + shift
        let start = start ?? now
        self.start = start
        latest = now
        seconds = start.duration(to: now).inSeconds
        return now
    }
}

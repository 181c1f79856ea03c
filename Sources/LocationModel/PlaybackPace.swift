package enum PlaybackPace: Hashable, Sendable {
    case realTime

    /// Faster by this factor, at least 1.
    ///
    /// A factor below 1 would give epochs a time of observation behind the clock, so that they would look old.
    case times(Double)
    case unlimited

    /// Parses `realtime`, `max` or a factor from 1 to a million; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        switch text {
        case "realtime": self = .realTime
        case "max": self = .unlimited
        default:
            // No disk is a million times faster; beyond that, intervals would round to zero.
            guard let factor = Double(text), (1...1_000_000).contains(factor) else { return nil }
            self = factor == 1 ? .realTime : .times(factor)
        }
    }

    /// Returns the time for which to wait for what was recorded `interval` later.
    package func wait(for interval: Duration) -> Duration {
        switch self {
        case .realTime: interval
        case .times(let factor): interval / factor
        case .unlimited: .zero
        }
    }
}

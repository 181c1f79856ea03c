/// How fast a recording is played.
package enum PlaybackPace: Hashable, Sendable {
    /// As fast as it was recorded.
    case realTime

    /// So many times faster; at least 1.
    ///
    /// Not slower: an epoch would come out with a time of observation that lies behind the clock, and look old.
    case times(Double)

    /// As fast as it can be read.
    case unlimited

    /// Reads `realtime`, `max` or a factor from 1 to a million; `nil` for anything else.
    package init?(_ text: some StringProtocol) {
        switch text {
        case "realtime": self = .realTime
        case "max": self = .unlimited
        default:
            // A million is more than any disk gives; beyond it, intervals would round to nothing.
            guard let factor = Double(text), (1...1_000_000).contains(factor) else { return nil }
            self = factor == 1 ? .realTime : .times(factor)
        }
    }

    /// Returns how long to wait for what was recorded `interval` later.
    package func wait(for interval: Duration) -> Duration {
        switch self {
        case .realTime: interval
        case .times(let factor): interval / factor
        case .unlimited: .zero
        }
    }
}

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

    /// Returns how long to wait for what was recorded `interval` later.
    package func wait(for interval: Duration) -> Duration {
        switch self {
        case .realTime: interval
        case .times(let factor): interval / factor
        case .unlimited: .zero
        }
    }
}

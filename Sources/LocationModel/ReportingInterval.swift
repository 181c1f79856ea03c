/// The reporting interval of a receiver, learned from the gaps between its epochs.
///
/// The interval is the median of the last gaps, so that neither a pause nor a burst of delayed epochs changes it.
package struct ReportingInterval: Hashable, Codable, Sendable {
    private static let windowSize = 5

    /// The shortest gap that counts; epochs closer together arrived in one delivery.
    private static let shortestGap: Duration = .milliseconds(20)

    /// The longest gap that counts; longer gaps are pauses.
    private static let longestGap: Duration = .seconds(60)

    private var gaps: [Duration] = []

    /// The median gap, the shorter of the middle two if their number is even; `nil` until there is a gap.
    package private(set) var median: Duration?

    package init() {}

    /// The time without bytes after which a burst of sentences or reports is over: three tenths of the interval.
    ///
    /// Nearly all receivers report every second.
    package var quiet: Duration {
        min(max((median ?? .seconds(1)) * 0.3, .milliseconds(20)), .milliseconds(500))
    }

    package mutating func record(gap: Duration) {
        guard gap >= Self.shortestGap, gap <= Self.longestGap else { return }
        if gaps.count == Self.windowSize { gaps.removeFirst() }
        gaps.append(gap)
        median = gaps.sorted()[(gaps.count - 1) / 2]
    }
}

/// Learns how often a receiver reports, from the gaps between its epochs.
///
/// The middle one of the last few gaps counts, so that neither a pause nor epochs that were held up on the way and
/// arrive together are taken for the receiver's habit.
package struct ReportingInterval: Hashable, Sendable {
    private static let remembered = 5

    /// Epochs that arrive closer together than this came as one delivery.
    private static let shortestGap: Duration = .milliseconds(20)

    /// Longer gaps are pauses whatever they follow.
    private static let longestGap: Duration = .seconds(60)

    private var gaps: [Duration] = []

    /// Creates an interval of which nothing is known.
    package init() {}

    /// The interval; `nil` until there has been a gap.
    package var usual: Duration? { gaps.isEmpty ? nil : gaps.sorted()[(gaps.count - 1) / 2] }

    /// Takes in the time between two epochs.
    package mutating func take(gap: Duration) {
        guard gap >= Self.shortestGap, gap <= Self.longestGap else { return }
        if gaps.count == Self.remembered { gaps.removeFirst() }
        gaps.append(gap)
    }
}

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

    /// The interval; `nil` until there has been a gap.
    package private(set) var usual: Duration?

    /// Creates an interval of which nothing is known.
    package init() {}

    /// Takes in the time between two epochs.
    package mutating func take(gap: Duration) {
        guard gap >= Self.shortestGap, gap <= Self.longestGap else { return }
        if gaps.count == Self.remembered { gaps.removeFirst() }
        gaps.append(gap)
        usual = middle
    }

    /// The gap that no more than half of the others are shorter than, and fewer are longer.
    private var middle: Duration? {
        let rank = (gaps.count - 1) / 2
        return gaps.first { gap in
            let shorter = gaps.count { $0 < gap }
            return shorter <= rank && rank < shorter + gaps.count { $0 == gap }
        }
    }
}

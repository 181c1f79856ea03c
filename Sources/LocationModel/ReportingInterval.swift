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

    /// The median gap; `nil` until there is a gap.
    package private(set) var median: Duration?

    package init() {}

    package mutating func record(gap: Duration) {
        guard gap >= Self.shortestGap, gap <= Self.longestGap else { return }
        if gaps.count == Self.windowSize { gaps.removeFirst() }
        gaps.append(gap)
        median = medianGap
    }

    /// The median of `gaps`; the shorter of the middle two if their number is even.
    private var medianGap: Duration? {
        let rank = (gaps.count - 1) / 2
        return gaps.first { gap in
            let shorter = gaps.count { $0 < gap }
            return shorter <= rank && rank < shorter + gaps.count { $0 == gap }
        }
    }
}

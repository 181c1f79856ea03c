/// The reporting interval of a live receiver, as far as it is known, and the silence that shows the end of an epoch.
package struct EpochInterval: Sendable {
    /// The steps between epochs that can be a reporting interval; longer ones are gaps, shorter ones are out of order.
    private static let intervals: ClosedRange<Duration> = .milliseconds(20) ... .seconds(10)

    /// The part of the interval that counts as quiet.
    private static let quietPart = 0.3

    /// The interval; nearly all receivers have that of the beginning.
    package private(set) var duration: Duration = .seconds(1)

    package init() {}

    /// Records the time from one epoch to the next.
    package mutating func record(_ step: Duration) {
        if Self.intervals.contains(step) { duration = step }
    }

    /// The time without bytes after which a burst of sentences or reports is over.
    package var quiet: Duration {
        min(max(duration * Self.quietPart, .milliseconds(20)), .milliseconds(500))
    }
}

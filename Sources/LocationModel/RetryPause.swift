/// The pause before a retry: half a second at first, doubled after each failure, at most 30 s.
package struct RetryPause: Hashable, Sendable {
    private static let shortest: Duration = .milliseconds(500)
    private static let longest: Duration = .seconds(30)

    private var pause = shortest

    /// Creates the pause for a first failure.
    package init() {}

    /// Returns the pause to make after another failure.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Starts again with the shortest pause, after a success.
    package mutating func reset() { pause = Self.shortest }
}

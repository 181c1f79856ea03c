/// How long to wait before something that failed is tried again: half a second, then twice as long each time, up to 30 s.
package struct RetryPause: Hashable, Sendable {
    private static let shortest: Duration = .milliseconds(500)
    private static let longest: Duration = .seconds(30)

    private var pause = shortest

    /// Creates the pause after a first failure.
    package init() {}

    /// Returns the pause after another failure.
    package mutating func next() -> Duration {
        defer { pause = min(pause * 2, Self.longest) }
        return pause
    }

    /// Begins anew, because it has worked.
    package mutating func reset() { pause = Self.shortest }
}

/// The delays before something that failed is tried again, each twice as long as the one before.
package struct BackOff: Hashable, Codable, Sendable {
    private let first: Duration
    private let longest: Duration
    private var upcoming: Duration

    package init(first: Duration = .milliseconds(500), longest: Duration = .seconds(30)) {
        self.first = first
        self.longest = longest
        upcoming = min(first, longest)
    }

    package mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming
    }

    package mutating func reset() { upcoming = min(first, longest) }
}

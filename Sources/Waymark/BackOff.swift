/// How long to wait before each try to reach a service that went away.
///
/// A restart takes a fraction of a second, so the first tries come quickly; a service that stays away is not to
/// cost anything.
struct BackOff {
    private static let first: Duration = .milliseconds(100)
    private static let longest: Duration = .seconds(30)

    private var upcoming = first

    /// The time to wait before the next try.
    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }
}

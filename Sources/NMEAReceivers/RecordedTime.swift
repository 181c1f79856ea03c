import LocationModel

/// How much time passes from one epoch of a recording to the next.
///
/// That is what the epochs' own times say. Where they have none, a second passes, which is what most receivers
/// take; what has passed so is made up for when there is a time again. A step back, or one forward of more than an
/// hour, shows that another session was put into the same file; it is played as a pause of a minute.
struct RecordedTime {
    private static let usualInterval: Duration = .seconds(1)
    private static let longestGap: Duration = .seconds(3600)
    private static let betweenSessions: Duration = .seconds(60)

    private var lastTime: UTCInstant?
    private var passedSinceLastTime: Duration = .zero
    private var isFirst = true

    /// Returns the time from the epoch before to this one; zero for the first.
    mutating func interval(to epoch: Epoch) -> Duration {
        defer { isFirst = false }
        let interval = isFirst ? .zero : interval(to: epoch.time)
        if let time = epoch.time {
            lastTime = time
            passedSinceLastTime = .zero
        } else {
            passedSinceLastTime += interval
        }
        return interval
    }

    private func interval(to time: UTCInstant?) -> Duration {
        guard let time, let lastTime else { return Self.usualInterval }
        let recorded = lastTime.duration(to: time)
        guard recorded >= .zero, recorded <= Self.longestGap else { return Self.betweenSessions }
        return max(.zero, recorded - passedSinceLastTime)
    }
}

extension Epoch {
    fileprivate var time: UTCInstant? {
        switch self {
        case .fix(let fix): fix.time
        case .noFix(let time): time
        }
    }
}

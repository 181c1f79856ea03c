import LocationModel
import NMEA

/// How much time passes from one epoch of a recording to the next.
///
/// That is what the epochs' own times say, or their times of day where the receiver never told a date. Where they have
/// neither, a second passes, which is what most receivers take; what has passed so is made up for when there is a time
/// again. A step back, or one forward of more than an hour, shows that another session was put into the same file;
/// it is played as a pause of a minute.
struct RecordedTime {
    private static let usualInterval: Duration = .seconds(1)
    private static let longestGap: Duration = .seconds(3600)
    private static let betweenSessions: Duration = .seconds(60)

    private static let day: Duration = .seconds(86_400)

    private var lastTime: UTCInstant?
    private var lastTimeOfDay: TimeOfDay?
    private var passedSinceLastTime: Duration = .zero
    private var isFirst = true

    /// Returns the time from the epoch before to this one; zero for the first.
    mutating func interval(to epoch: Epoch, timeOfDay: TimeOfDay?) -> Duration {
        defer { isFirst = false }
        let interval = isFirst ? .zero : interval(to: epoch.time, timeOfDay)
        if epoch.time != nil || timeOfDay != nil {
            passedSinceLastTime = .zero
        } else {
            passedSinceLastTime += interval
        }
        lastTime = epoch.time ?? lastTime
        lastTimeOfDay = timeOfDay ?? lastTimeOfDay
        return interval
    }

    private func interval(to time: UTCInstant?, _ timeOfDay: TimeOfDay?) -> Duration {
        if let time, let lastTime { return played(lastTime.duration(to: time)) }
        guard let timeOfDay, let lastTimeOfDay else { return Self.usualInterval }
        let recorded = Duration.nanoseconds(timeOfDay.nanoseconds - lastTimeOfDay.nanoseconds)
        // Past midnight the time of day begins anew.
        return played(recorded < .zero ? recorded + Self.day : recorded)
    }

    private func played(_ recorded: Duration) -> Duration {
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

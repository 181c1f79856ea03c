import LocationModel
import NMEA

/// How much time passes from one epoch of a recording to the next.
///
/// That is what the epochs' own times say, or their times of day where the receiver never told a date; where they have
/// neither, the time stamps of whoever recorded them. Where there is nothing at all a second passes, which is what most
/// receivers take. What has passed without the receiver's times is made up for when there is one again: the receiver
/// knows better than the computer that listened to it. A step back, or one forward of more than an hour, shows that another session was put into the same file;
/// it is played as a pause of a minute.
struct RecordedTime {
    private static let usualInterval: Duration = .seconds(1)
    private static let longestGap: Duration = .seconds(3600)
    private static let betweenSessions: Duration = .seconds(60)

    private static let day: Duration = .seconds(86_400)

    private var lastTime: UTCInstant?
    private var lastTimeOfDay: TimeOfDay?
    private var lastArrival: ArrivalStamp?
    private var passedSinceLastTime: Duration = .zero
    private var isFirst = true

    /// Returns the time from the epoch before to this one; zero for the first.
    mutating func interval(to recorded: RecordedEpoch) -> Duration {
        let time = recorded.epoch.time
        let timeOfDay = recorded.timeOfDay
        let interval = isFirst ? .zero : interval(to: time, timeOfDay, recorded.arrival)
        isFirst = false
        if time != nil || timeOfDay != nil {
            passedSinceLastTime = .zero
        } else {
            passedSinceLastTime += interval
        }
        lastTime = time ?? lastTime
        lastTimeOfDay = timeOfDay ?? lastTimeOfDay
        // The stamp of an epoch long ago says nothing about the time since the last one.
        lastArrival = recorded.arrival
        return interval
    }

    private func interval(to time: UTCInstant?, _ timeOfDay: TimeOfDay?, _ arrival: ArrivalStamp?) -> Duration
    {
        if let time, let lastTime { return played(lastTime.duration(to: time)) }
        if let timeOfDay, let lastTimeOfDay {
            let recorded = Duration.nanoseconds(timeOfDay.nanoseconds - lastTimeOfDay.nanoseconds)
            // Past midnight the time of day begins anew.
            return played(recorded < .zero ? recorded + Self.day : recorded)
        }
        guard let arrival, let recorded = lastArrival?.duration(to: arrival) else {
            return Self.usualInterval
        }
        return (.zero...Self.longestGap).contains(recorded) ? recorded : Self.betweenSessions
    }

    private func played(_ recorded: Duration) -> Duration {
        guard recorded >= .zero, recorded <= Self.longestGap else { return Self.betweenSessions }
        return max(.zero, recorded - passedSinceLastTime)
    }
}

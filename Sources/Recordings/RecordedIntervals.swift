import LocationModel
import NMEA

/// The intervals between the epochs of a recording.
///
/// An interval is the difference of the epochs' times or, if the receiver never had the date, of their times of day.
/// Without either it is the difference of the time stamps, and without stamps one second, the interval of most
/// receivers. Intervals without the receiver's times are corrected at its next time, because the receiver knows better
/// than the computer that recorded it. A step back, or forward by more than an hour, means that another session was
/// appended to the file; it is played as a pause of a minute.
struct RecordedIntervals {
    private static let defaultInterval: Duration = .seconds(1)
    private static let longestGap: Duration = .seconds(3600)
    private static let betweenSessions: Duration = .seconds(60)

    private static let day: Duration = .seconds(86_400)

    private var lastTime: UTCInstant?
    private var lastTimeOfDay: TimeOfDay?
    private var lastArrival: ArrivalStamp?
    private var passedSinceLastTime: Duration = .zero
    private var isFirst = true

    /// Returns the time from the previous epoch to this one; zero for the first.
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
        // A stamp of an earlier epoch says nothing about the time since the last one.
        lastArrival = recorded.arrival
        return interval
    }

    private func interval(to time: UTCInstant?, _ timeOfDay: TimeOfDay?, _ arrival: ArrivalStamp?) -> Duration
    {
        if let time, let lastTime { return played(lastTime.duration(to: time)) }
        if let timeOfDay, let lastTimeOfDay {
            let recorded = Duration.nanoseconds(timeOfDay.nanoseconds - lastTimeOfDay.nanoseconds)
            // The time of day wraps at midnight.
            return played(recorded < .zero ? recorded + Self.day : recorded)
        }
        guard let arrival, let recorded = lastArrival?.duration(to: arrival) else {
            return Self.defaultInterval
        }
        return (.zero...Self.longestGap).contains(recorded) ? recorded : Self.betweenSessions
    }

    private func played(_ recorded: Duration) -> Duration {
        guard recorded >= .zero, recorded <= Self.longestGap else { return Self.betweenSessions }
        return max(.zero, recorded - passedSinceLastTime)
    }
}

import LocationModel
import NMEA

/// The intervals between the epochs of a recording.
///
/// An interval is the difference of the epochs' times or, if the receiver never had the date, of their times of day.
/// Without either it is the difference of the time stamps, and without stamps one second, the interval of most
/// receivers. Intervals without the receiver's times are corrected at its next time, because the receiver knows better
/// than the computer that recorded it.
struct RecordedIntervals {
    /// The pause before another session, which a step back in time begins.
    static let betweenSessions: Duration = .seconds(60)

    private static let defaultInterval: Duration = .seconds(1)
    private static let day: Duration = .seconds(86_400)

    private var dates: RecordedClock?
    private var timesOfDay: RecordedClock?
    private var lastArrival: ArrivalStamp?
    private var played: Duration = .zero
    private var toFirst: Duration?

    /// Begins a recording `pause` after whatever came before it.
    init(after pause: Duration = .zero) { toFirst = pause }

    /// Returns the time from the previous epoch to this one; zero or the pause for the first.
    mutating func interval(to recorded: RecordedEpoch) -> Duration {
        let first = toFirst
        toFirst = nil
        let dayTime = recorded.timeOfDay.map { reading(of: .nanoseconds($0.nanoseconds)) }
        let date = recorded.epoch.time.map { Duration.nanoseconds($0.nanosecondsSince1970) }
        let dayStep = dayTime.flatMap { timesOfDay?.advance(to: $0, played: played) }
        let dateStep = date.flatMap { dates?.advance(to: $0, played: played) }
        let result = first ?? dateStep ?? dayStep ?? self.interval(to: recorded.arrival)
        played += result
        if timesOfDay == nil { timesOfDay = dayTime.map { RecordedClock(reading: $0, played: played) } }
        if dates == nil { dates = date.map { RecordedClock(reading: $0, played: played) } }
        // A stamp of an earlier epoch says nothing about the time since the last one.
        lastArrival = recorded.arrival
        return result
    }

    /// Returns the reading nearest to the last one that has this time of day.
    private func reading(of timeOfDay: Duration) -> Duration {
        guard let last = timesOfDay?.reading else { return timeOfDay }
        let days = Int64(((last - timeOfDay) / Self.day).rounded())
        return timeOfDay + Self.day * days
    }

    private func interval(to arrival: ArrivalStamp?) -> Duration {
        guard let arrival, let step = lastArrival?.duration(to: arrival) else { return Self.defaultInterval }
        return RecordedClock.isAnotherSession(step) ? Self.betweenSessions : max(.zero, step)
    }
}

/// A clock whose times a recording has, and when its last time was played.
///
/// A small step back is another source, whose clock differs: it takes no time. So does a larger one that leads to where
/// another source had been, if the sources take turns.
private struct RecordedClock {
    /// The largest difference of two sources' clocks that is not worth noticing.
    private static let disorder: Duration = .seconds(10)

    /// The longest step between two epochs of one of several sources.
    private static let turn: Duration = .seconds(60)

    /// A longer step forward is not a gap but a clock that was set.
    private static let longestGap: Duration = .seconds(366 * 86_400)

    /// The latest time of the source that is followed.
    private(set) var reading: Duration

    /// The duration from the start of the playback to this time.
    private var played: Duration

    /// The same of the source before the last step back.
    private var other: (reading: Duration, played: Duration)?

    init(reading: Duration, played: Duration) {
        self.reading = reading
        self.played = played
    }

    static func isAnotherSession(_ step: Duration) -> Bool { step < .zero - disorder || step > longestGap }

    /// Returns how long to play until a time, if so much was played so far.
    mutating func advance(to next: Duration, played soFar: Duration) -> Duration {
        let step = next - reading
        if let last = other, step < .zero - Self.disorder || step > Self.turn,
            (.zero - Self.disorder...Self.turn).contains(next - last.reading)
        {
            other = (reading, played)
            (reading, played) = last
        } else if Self.isAnotherSession(step) {
            other = (reading, played)
            (reading, played) = (next, soFar + RecordedIntervals.betweenSessions)
            return RecordedIntervals.betweenSessions
        }
        let interval = max(.zero, next - reading - (soFar - played))
        if next >= reading { (reading, played) = (next, soFar + interval) }
        return interval
    }
}

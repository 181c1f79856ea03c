import LocationModel
import NMEA

/// The intervals between the epochs of a recording, for playing it.
///
/// An interval is the difference of the epochs' times or, if the receiver never had the date, of their times of day.
/// Without either it is the difference of the time stamps, and without stamps one second, the interval of most
/// receivers. Intervals without the receiver's times are corrected at its next time, because the receiver's
/// clock is better than the recording computer's.
struct RecordedIntervals {
    /// The pause before another session, which begins with a step back in time.
    static let betweenSessions: Duration = .seconds(60)

    private static let defaultInterval: Duration = .seconds(1)
    private static let day: Duration = .seconds(86_400)

    private var dates: RecordedClock?
    private var timesOfDay: RecordedClock?
    private var lastArrival: ArrivalStamp?
    private var played: Duration = .zero
    private var toFirst: Duration?

    init(after pause: Duration = .zero) { toFirst = pause }

    /// Returns the time from the previous epoch to this one; for the first one, the pause before the
    /// recording.
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
        // The stamp of an earlier epoch would not tell the time since the last one.
        lastArrival = recorded.arrival
        return result
    }

    /// Returns the reading with this time of day that is nearest to the last one.
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

/// One of the clocks in a recording, with the playing time of its last reading.
///
/// A small step back is another source, whose clock differs: it takes no time. The same holds for a larger
/// step back to where another source had been, if the sources take turns.
private struct RecordedClock {
    /// The largest difference of two sources' clocks that is ignored.
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

    /// Returns the time to play until the reading `next`, if `soFar` was played so far.
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

import LocationModel
import UserInput

/// The times of a recording at which a widget is in view, or an app in use.
///
/// It is written as `always`, `never`, or periods such as `08:00-09:00,17:30-18:00`, which recur each day in UTC, or
/// `10min-1h`, which counts from the beginning of the recording. Of the latter, either end may be left out.
struct UseSchedule: Hashable {
    private enum Period: Hashable {
        case daily(from: Duration, until: Duration)

        /// Once, between two times since the beginning of the recording.
        case once(from: Duration, until: Duration?)
    }

    static let forms = "'always', 'never', or periods such as '08:00-09:00,17:30-18:00' or '10min-1h'"

    static let always = UseSchedule(periods: [.once(from: .zero, until: nil)])
    static let never = UseSchedule(periods: [])

    private static let day: Duration = .seconds(86_400)

    private let periods: [Period]

    private init(periods: [Period]) { self.periods = periods }

    init?(_ text: String) {
        switch text {
        case "always": self = .always
        case "never": self = .never
        default:
            var periods: [Period] = []
            for part in text.split(separator: ",", omittingEmptySubsequences: false) {
                guard let period = Self.period(part) else { return nil }
                periods.append(period)
            }
            self.init(periods: periods)
        }
    }

    /// Whether it has times of day, which are meaningless in a recording without times.
    var hasTimesOfDay: Bool {
        periods.contains { if case .daily = $0 { true } else { false } }
    }

    /// Returns whether something is in use at a time, `elapsed` after the beginning of the recording.
    func isInUse(at now: UTCInstant, _ elapsed: Duration) -> Bool {
        periods.contains { period in
            switch period {
            case .once(let start, let end): elapsed >= start && end.map { elapsed < $0 } ?? true
            // A night has its end before its beginning.
            case .daily(let start, let end):
                start < end
                    ? (start..<end).contains(Self.timeOfDay(now))
                    : !(end..<start).contains(Self.timeOfDay(now))
            }
        }
    }

    /// Returns the time from `now` to the next beginning or end of a period, if there is one.
    func nextChange(after now: UTCInstant, _ elapsed: Duration) -> Duration? {
        periods.flatMap { period in
            switch period {
            case .once(let start, let end):
                [start, end].compactMap(\.self).map { $0 - elapsed }.filter { $0 > .zero }
            case .daily(let start, let end):
                [start, end].map { bound in
                    let wait = bound - Self.timeOfDay(now)
                    return wait > .zero ? wait : wait + Self.day
                }
            }
        }.min()
    }

    private static func timeOfDay(_ now: UTCInstant) -> Duration {
        let day: Int64 = 86_400_000_000_000
        let nanoseconds = now.nanosecondsSince1970 % day
        return .nanoseconds(nanoseconds < 0 ? nanoseconds + day : nanoseconds)
    }

    private static func period(_ text: Substring) -> Period? {
        let ends = text.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2, ends[0] != ends[1] else { return nil }
        guard text.contains(":") else {
            let bounds = ends.map { Quantity.duration(String($0)) }
            guard ends[0].isEmpty || bounds[0] != nil, ends[1].isEmpty || bounds[1] != nil else { return nil }
            let start = bounds[0] ?? .zero
            if let end = bounds[1], end <= start { return nil }
            return .once(from: start, until: bounds[1])
        }
        guard let start = clock(ends[0]), let end = clock(ends[1]), start < day else { return nil }
        return .daily(from: start, until: end)
    }

    /// Reads `08:00` or `08:00:30`; `24:00` is the end of a day.
    private static func clock(_ text: Substring) -> Duration? {
        if text == "24:00" { return day }
        let seconds = text.utf8.count == 5 ? "\(text):00" : "\(text)"
        guard seconds.utf8.count == 8, let time = UTCInstant("1970-01-01T\(seconds)Z") else { return nil }
        return .nanoseconds(time.nanosecondsSince1970)
    }
}

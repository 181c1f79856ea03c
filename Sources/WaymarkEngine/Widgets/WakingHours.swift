import LocationModel

/// The hours of the day in which a person looks at widgets, learned over about a week.
///
/// The longest run of hours in which the person seldom looks is the night, if it is half as long again as any
/// other. A person who looks around the clock, or hardly ever, has no night. Hours are those of UTC: the
/// engine knows no time zone, and learns the hours again after a journey.
package struct WakingHours: Hashable, Codable, Sendable {
    package struct Night: Hashable, Codable, Sendable {
        /// The first hour of the day in UTC, in `0...23`.
        package let firstHour: Int

        /// The number of hours, in `4...12`.
        package let length: Int

        /// Returns whether an hour since 1970 is in the night.
        func contains(_ hour: Int64) -> Bool { (hour.hourOfDay - firstHour + 24) % 24 < length }
    }

    /// The share of the latest days on which the person looked in an hour below which the hour may be in the night.
    private static let seldom = 0.1

    /// The weight of the latest day in the shares.
    private static let weight = 0.25

    /// The lengths of a night in hours; a shorter or longer run of hours is not taken for one.
    private static let nightLengths = 4...12

    /// The days after which earlier looks no longer count.
    private static let memoryHours: Int64 = 30 * 24

    /// The share of the latest days on which the person looked, for each hour of the day in UTC.
    package private(set) var shares: [Double]

    /// The latest hour in which the person looked, counted from 1970.
    package private(set) var latestHour: Int64?

    package private(set) var night: Night?

    /// Creates the hours of a person of whom nothing is known: awake around the clock.
    package init() { shares = Array(repeating: 1, count: 24) }

    /// Restores saved hours, or returns `nil` if they make no sense.
    package init?(shares: [Double], latestHour: Int64) {
        guard shares.count == 24, shares.allSatisfy({ (0...1).contains($0) }) else { return nil }
        self.shares = shares
        self.latestHour = latestHour
        night = Self.night(of: shares)
    }

    package var count: Int { 24 - (night?.length ?? 0) }

    mutating func record(_ hours: ClosedRange<Int64>) {
        let last = hours.upperBound
        // A clock that was set back far begins again; after a small step, its time is awaited.
        if let latest = latestHour, latest >= last, latest - last < 24 { return }
        let unknown = latestHour.map { $0 < last ? $0 + 1 : hours.lowerBound } ?? hours.lowerBound
        for hour in max(unknown, last - Self.memoryHours)...last {
            let index = hour.hourOfDay
            shares[index] *= 1 - Self.weight
            if hours.contains(hour) { shares[index] += Self.weight }
        }
        latestHour = last
        night = Self.night(of: shares)
    }

    private static func night(of shares: [Double]) -> Night? {
        guard let first = shares.firstIndex(where: { $0 >= seldom }) else { return nil }
        var runs: [(first: Int, length: Int)] = []
        var length = 0
        // Around the clock once, from an hour in which the person is awake to the same hour.
        for hour in first + 1...first + 24 {
            if shares[hour % 24] < seldom {
                length += 1
            } else {
                runs.append((hour - length, length))
                length = 0
            }
        }
        runs.sort { $0.length > $1.length }
        // Of two runs that are about as long, either may be the night.
        guard let longest = runs.first, nightLengths.contains(longest.length),
            runs.dropFirst().first.map({ longest.length * 2 >= $0.length * 3 }) ?? true
        else { return nil }
        return Night(firstHour: longest.first % 24, length: longest.length)
    }

    // MARK: Time

    /// Returns the waking time between two dates, in hours; 0 if the second is not later.
    func wakingHours(from start: UTCInstant, to end: UTCInstant) -> Double {
        guard start < end else { return 0 }
        let span = end.secondsSince1970 - start.secondsSince1970
        let days = (span / 86_400).rounded(.down)
        var hours = days * Double(count)
        var at = start.secondsSince1970 + days * 86_400
        while at < end.secondsSince1970 {
            let hour = Int64((at / 3600).rounded(.down))
            let next = min(Double(hour + 1) * 3600, end.secondsSince1970)
            if night?.contains(hour) != true { hours += (next - at) / 3600 }
            at = next
        }
        return hours
    }

    /// Returns the date by which `hours` of waking time have passed since `start`.
    func date(afterWakingHours hours: Double, since start: UTCInstant) -> UTCInstant {
        let hour: Int64 = 3_600_000_000_000
        var (date, missing) = (start, hours)
        while true {
            let sinceHour = (date.nanosecondsSince1970 % hour + hour) % hour
            let nextHour = date.advanced(by: .nanoseconds(hour - sinceHour))
            let awake = wakingHours(from: date, to: nextHour)
            // At the end of time there is no next hour.
            guard awake < missing, date < nextHour else {
                return date.advanced(by: .milliseconds(Int64((missing * 3_600_000).rounded(.up))))
            }
            missing -= awake
            date = nextHour
        }
    }
}

extension Int64 {
    fileprivate var hourOfDay: Int { Int((self % 24 + 24) % 24) }
}

extension UTCInstant {
    var hourSince1970: Int64 { Int64((secondsSince1970 / 3600).rounded(.down)) }
}

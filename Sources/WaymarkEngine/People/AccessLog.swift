package import LocationModel

package struct AccessRecord: Hashable, Codable, Sendable {
    package var app: AppKey
    package var consumer: Consumer?
    package var date: UTCInstant
    package var ground: Ground

    package var wasTemporary: Bool
    package var accuracy: AccuracyAuthorization

    /// The 68 % radius of the location given, in metres, if known.
    package var horizontal68Meters: Double?

    /// Whether the receiver was trusted; `nil` for a place that none gave, and under reduced accuracy.
    package var trust: Trust?

    package init(
        app: AppKey,
        consumer: Consumer?,
        date: UTCInstant,
        ground: Ground,
        wasTemporary: Bool,
        accuracy: AccuracyAuthorization,
        horizontal68Meters: Double?,
        trust: Trust? = nil
    ) {
        self.app = app
        self.consumer = consumer
        self.date = date
        self.ground = ground
        self.wasTemporary = wasTemporary
        self.accuracy = accuracy
        self.horizontal68Meters = horizontal68Meters
        self.trust = trust
    }
}

/// The log of the latest locations given to the apps of one user; a new record replaces the oldest.
package struct AccessLog: Hashable, Codable, Sendable {
    package static let capacity = 1000

    /// Returns the number of records kept of one user while `users` have some.
    ///
    /// More than ``QuotaLimits/usersServed`` users share the records of that many.
    package static func capacity(sharedBy users: Int) -> Int {
        max(1, min(capacity, QuotaLimits.usersServed * capacity / users))
    }

    /// Oldest first.
    package private(set) var records: [AccessRecord] = []

    /// The number of the next record, counted from 0 over the user's whole life.
    package private(set) var nextNumber: UInt64 = 0

    package init() {}

    /// Restores saved records, of which the last has a number greater than those before.
    package mutating func restore(_ records: [AccessRecord], last number: UInt64) {
        self.records = Array((self.records + records).suffix(Self.capacity))
        nextNumber = number + 1
    }

    mutating func cut(to capacity: Int) { records.removeFirst(max(records.count - capacity, 0)) }

    /// Adds a record, of which at most `capacity` are kept.
    package mutating func add(_ record: AccessRecord, keeping capacity: Int = capacity) {
        cut(to: max(capacity - 1, 0))
        records.append(record)
        nextNumber += 1
    }
}

/// A day on which an app got locations.
package struct AccessDay: Hashable, Sendable {
    /// The beginning of the day in UTC.
    package let start: UTCInstant
    package let app: AppKey

    /// The rounded number of locations: 1, 10 or 100.
    package let atLeast: Int
}

/// The place of an access in the list of all, which begins with the newest.
package struct AccessPlace: Hashable, Comparable, Sendable {
    package let user: UserIdentifier

    /// The number of the access among those of the user.
    package let number: UInt64
    package let date: UTCInstant

    package init(user: UserIdentifier, number: UInt64, date: UTCInstant) {
        self.user = user
        self.number = number
        self.date = date
    }

    package static func < (left: Self, right: Self) -> Bool {
        (right.date, left.user, right.number) < (left.date, right.user, left.number)
    }
}

// Who got locations, as others are told.
extension People {
    /// Returns a page of at most `limit` locations given to the apps of those whom `caller` may decide for, newest first.
    ///
    /// With `app`, it has those of apps with this name only. It begins behind `place`, and the page after it behind `next`,
    /// which is `nil` in the last.
    func accesses(
        visibleTo caller: Caller,
        of app: AppIdentifier?,
        after place: AccessPlace?,
        limit: Int
    ) -> (records: [AccessRecord], next: AccessPlace?) {
        var found: [(place: AccessPlace, record: AccessRecord)] = []
        for (user, log) in accessLogs where caller.mayDecideFor(user) {
            let first = log.nextNumber &- UInt64(log.records.count)
            for (index, record) in log.records.enumerated() where app ?? record.app.app == record.app.app {
                let here = AccessPlace(user: user, number: first &+ UInt64(index), date: record.date)
                if place.map({ $0 < here }) ?? true { found.append((here, record)) }
            }
        }
        let page = found.sorted { $0.place < $1.place }.prefix(limit)
        return (page.map(\.record), page.count < found.count ? page.last?.place : nil)
    }

    /// Returns on which days apps of the system's users got locations, newest first, for everybody else.
    ///
    /// What ``accesses(visibleTo:of:after:limit:)`` tells the caller is not told again.
    ///
    /// The times would tell an observer when the machine moved. So today's are left out, and each day has a rounded
    /// number. The number of records looked at is less than that kept, so that a new one does not drop an old one from
    /// the list at its own time.
    func machineDays(hiddenFrom caller: Caller, of app: AppIdentifier?, _ turn: Turn) -> [AccessDay] {
        // The users with lower numbers are of the system, such as the relay's of a vehicle.
        let firstPerson: UInt32 = 1000
        let (logs, today) = (accessLogs, turn.now.utc.startOfDay)
        var counts: [AccessDay: Int] = [:]
        for (user, log) in logs where user.rawValue < firstPerson && !caller.mayDecideFor(user) {
            let earlier = log.records.reversed().drop { $0.date >= today }
            for record in earlier.prefix(AccessLog.capacity(sharedBy: logs.count) / 2)
            where record.date < today && app.map({ $0 == record.app.app }) ?? true {
                counts[AccessDay(start: record.date.startOfDay, app: record.app, atLeast: 1), default: 0] += 1
            }
        }
        return counts.map { day, count in
            AccessDay(start: day.start, app: day.app, atLeast: count >= 100 ? 100 : count >= 10 ? 10 : 1)
        }
        .sorted { ($1.start, $0.app) < ($0.start, $1.app) }
    }
}

extension UTCInstant {
    fileprivate var startOfDay: UTCInstant {
        let day: Int64 = 86_400 * 1_000_000_000
        return UTCInstant(nanosecondsSince1970: nanosecondsSince1970 / day * day)
    }
}

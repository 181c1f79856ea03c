package import LocationModel

package struct AccessRecord: Hashable, Codable, Sendable {
    package var app: AppKey
    package var consumer: Consumer?
    package var date: UTCInstant
    package var ground: Ground

    /// Whether the app was allowed once only.
    package var wasTemporary: Bool
    package var accuracy: AccuracyAuthorization

    /// The 68 % radius of the location given, in metres, if known.
    package var horizontal68Meters: Double?

    /// Whether the receiver was trusted, if one gave the position; `nil` under reduced accuracy.
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
    /// The most records that are kept of one user.
    package static let capacity = 1000

    /// Returns the number of records that are kept of one user while so many have some.
    ///
    /// More than ``QuotaLimits/usersServed`` share what so many may have.
    package static func capacity(sharedBy users: Int) -> Int {
        max(1, min(capacity, QuotaLimits.usersServed * capacity / users))
    }

    /// The records, oldest first.
    package private(set) var records: [AccessRecord] = []

    /// The number of the next record, counted from 0 over the user's whole life.
    package private(set) var nextNumber: UInt64 = 0

    package init() {}

    /// Restores saved records, of which the last has a number greater than those before.
    package mutating func restore(_ records: [AccessRecord], last number: UInt64) {
        self.records = Array((self.records + records).suffix(Self.capacity))
        nextNumber = number + 1
    }

    /// Forgets all but the latest `capacity` records.
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

    /// 1, 10 or 100.
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

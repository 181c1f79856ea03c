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

    private var latest = RingBuffer<AccessRecord>()

    /// The number of the next record, counted from 0 over the user's whole life.
    package private(set) var nextNumber: UInt64 = 0

    /// Creates an empty log.
    package init() {}

    /// Restores saved records, of which the last has a number greater than those before.
    package mutating func restore(_ records: [AccessRecord], last number: UInt64) {
        for record in records { latest.add(record, keeping: Self.capacity) }
        nextNumber = number + 1
    }

    /// The records, oldest first.
    package var records: [AccessRecord] { latest.all }

    /// The number of records kept.
    var count: Int { latest.count }

    /// Returns the latest record, with `back` 0, or the one that many before it.
    func latest(_ back: Int) -> AccessRecord { latest.latest(back) }

    /// Adds a record, of which at most `capacity` are kept.
    package mutating func add(_ record: AccessRecord, keeping capacity: Int = capacity) {
        latest.add(record, keeping: capacity)
        nextNumber += 1
    }
}

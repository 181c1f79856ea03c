/// The log of the latest locations given to the apps of one user; a new record replaces the oldest.
package struct AccessLog: Hashable, Codable, Sendable {
    /// The most records that are kept.
    package static let capacity = 1000

    private var latest = RingBuffer<AccessRecord>(capacity: capacity)

    /// The number of the next record, counted from 0 over the user's whole life.
    package private(set) var nextNumber: UInt64 = 0

    /// Creates an empty log.
    package init() {}

    /// Restores saved records, of which the last has a number greater than those before.
    package mutating func restore(_ records: [AccessRecord], last number: UInt64) {
        for record in records { latest.add(record) }
        nextNumber = number + 1
    }

    /// The records, oldest first.
    package var records: [AccessRecord] { latest.all }

    /// The number of records kept.
    var count: Int { latest.count }

    /// Returns the latest record, with `back` 0, or the one that many before it.
    func latest(_ back: Int) -> AccessRecord { latest.latest(back) }

    /// Adds a record, replacing the oldest if the log is full.
    package mutating func add(_ record: AccessRecord) {
        latest.add(record)
        nextNumber += 1
    }
}

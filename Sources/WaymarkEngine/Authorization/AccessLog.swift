/// The latest locations that were given to the apps of one user; the oldest gives way to the newest.
package struct AccessLog: Hashable, Sendable {
    /// How many are kept.
    package static let capacity = 1000

    private var latest = RingBuffer<AccessRecord>(capacity: capacity)

    /// The number of the next record, counted from 0 for the user's whole life.
    package private(set) var nextNumber: UInt64 = 0

    /// Creates a log without records.
    package init() {}

    /// Restores a log from what is left of one.
    package init(restoring numbered: [(number: UInt64, record: AccessRecord)]) {
        let sorted = numbered.sorted { $0.number < $1.number }
        for (_, record) in sorted.suffix(Self.capacity) { latest.add(record) }
        nextNumber = sorted.last.map { $0.number + 1 } ?? 0
    }

    /// The records, the oldest first.
    package var records: [AccessRecord] { latest.all }

    /// Adds a record, in place of the oldest where there is no room.
    package mutating func add(_ record: AccessRecord) {
        latest.add(record)
        nextNumber += 1
    }
}

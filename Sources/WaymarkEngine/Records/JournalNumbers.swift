package import LocationModel

/// The numbers of decisions, which give their order, also over restarts.
///
/// A number is the hour of the decision since 1970 in UTC, followed by 40 bits that count. So the decisions since a
/// time are found by their numbers, which tell nobody more than the hour. A number never falls: while the clock is set
/// back, the decisions keep the later hour.
package struct JournalNumbers: Hashable, Codable, Sendable {
    private static let countBits: UInt64 = 40
    private static let nanosecondsPerHour: Int64 = 3_600_000_000_000

    /// The latest number; 0 before the first decision.
    package private(set) var last: UInt64

    /// Creates numbers that follow `last`.
    package init(after last: UInt64 = 0) { self.last = last }

    /// Returns the number of a new decision.
    mutating func next(at time: UTCInstant) -> UInt64 {
        last = max(last + 1, Self.first(from: time))
        return last
    }

    /// Returns a number that no decision at `time` or later is below.
    package static func first(from time: UTCInstant) -> UInt64 {
        UInt64(max(0, time.nanosecondsSince1970 / nanosecondsPerHour)) << countBits
    }

    /// Returns the end of the hour that a number names.
    package static func endOfHour(of number: UInt64) -> UTCInstant {
        UTCInstant(nanosecondsSince1970: (Int64(number >> countBits) + 1) * nanosecondsPerHour)
    }
}

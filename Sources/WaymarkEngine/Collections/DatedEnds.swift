package import LocationModel

/// A span of wall-clock time, at whose end something is over.
package struct DatedSpan: Hashable, Codable, Sendable {
    package var beganAt: UTCInstant
    package var until: UTCInstant

    package init(beganAt: UTCInstant, until: UTCInstant) { (self.beganAt, self.until) = (beganAt, until) }

    /// The time that is left: never more than the whole, although the clock may have been set back.
    func remaining(at now: UTCInstant) -> Duration {
        min(max(now.duration(to: until), .zero), max(beganAt.duration(to: until), .zero))
    }
}

/// The ends of spans: each comes by the wall clock, and at the latest when the span's length has passed.
struct DatedEnds<Key: Hashable & Comparable & Sendable>: Equatable, Sendable {
    private var dates = PriorityQueue<Key, UTCInstant>()
    private var instants = PriorityQueue<Key, MonotonicInstant>()

    func contains(_ key: Key) -> Bool { dates[key] != nil }

    mutating func set(_ key: Key, to span: DatedSpan?, at now: Moment) {
        dates[key] = span?.until
        instants[key] = span.map { now.instant + $0.remaining(at: now.utc) }
    }

    func deadline(at now: Moment) -> MonotonicInstant? {
        .earliest(instants.first, dates.first.map { now.instant(of: $0) })
    }

    /// Removes and returns the keys whose end has come, in order.
    mutating func removeDue(at now: Moment) -> [Key] {
        guard deadline(at: now).map({ $0 <= now.instant }) ?? false else { return [] }
        let due = Set(dates.removeAll(upTo: now.utc) + instants.removeAll(upTo: now.instant)).sorted()
        for key in due { set(key, to: nil, at: now) }
        return due
    }
}

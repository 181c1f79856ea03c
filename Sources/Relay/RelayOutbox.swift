package import LocationModel

/// The queue of events to send: their order, which are dropped for lack of room, and which are retained.
///
/// It performs no I/O, and is told the time.
package struct RelayOutbox: Sendable {
    package struct Limits: Hashable, Sendable {
        package var events = 10_000
        package var bytes = 8 << 20
        package var age: Duration = .seconds(30 * 86_400)

        /// The most events that are sent and not acknowledged.
        package var inFlight = 20

        package init() {}
    }

    /// A waiting event; a class, because rows are moved often and an event is large.
    package final class Row: Sendable {
        /// Its place on disk, in the order of writing.
        package let number: Int64
        package let event: RelayEvent
        fileprivate let bytes: Int

        /// When it was written, on the monotonic clock.
        fileprivate let written: MonotonicInstant

        package init(_ number: Int64, _ event: RelayEvent, bytes: Int, written: MonotonicInstant) {
            (self.number, self.event, self.bytes, self.written) = (number, event, bytes, written)
        }

        /// When the machine was at the event's place; `nil` without one.
        fileprivate var placeTime: UTCInstant? { event.anyPlace?.time }
    }

    /// The most that the newest place may be ahead of the clock; one further ahead is from before the clock
    /// was set.
    private static let tolerance: Duration = .seconds(60)

    private let limits: Limits
    private var rows: [Row] = []
    package private(set) var byteCount = 0

    /// The numbers of the events that were sent and are not acknowledged.
    private var inFlight: Set<Int64> = []

    /// The time of the newest place among the events that wait or were sent.
    package private(set) var newestPlace: UTCInstant?

    /// The dropped events that no gap has reported yet.
    package var dropped: RelayGap?

    /// Creates the outbox from the events on disk, in the order of writing, and the time of the newest sent
    /// place.
    package init(_ limits: Limits, _ rows: [Row] = [], newestPlace: UTCInstant? = nil) {
        (self.limits, self.rows) = (limits, rows)
        byteCount = rows.reduce(0) { $0 + $1.bytes }
        forgetPlace(newestSent: newestPlace)
    }

    package var count: Int { rows.count }
    package var oldest: UTCInstant? { rows.first?.event.time }

    /// The number of waiting events of each kind.
    package var counts: [String: Int] {
        rows.reduce(into: [:]) { $0[$1.event.kind.rawValue, default: 0] += 1 }
    }

    /// Drops events that are too old, or in the way of an event of `size` bytes, and returns their numbers.
    package mutating func makeRoom(for size: Int?, at now: Moment) -> [Int64] {
        var numbers: [Int64] = []
        // The order is that of writing, so the first ones are the oldest.
        while let first = rows.first(where: isWaiting), first.written + limits.age <= now.instant {
            numbers.append(drop(first))
        }
        guard let size else { return numbers }
        while !rows.isEmpty, !hasRoom(for: size) {
            // Live locations go first, then states of the receiver, then the oldest; never what is in flight.
            let waiting = rows.lazy.filter(isWaiting)
            let victim =
                waiting.first { $0.event.kind == .live } ?? waiting.first { $0.event.kind == .receiver }
                ?? waiting.first
            guard let victim else { break }
            numbers.append(drop(victim))
        }
        return numbers
    }

    private mutating func drop(_ row: Row) -> Int64 {
        lose(row.event.kind, at: row.event.time)
        remove(row.number)
        return row.number
    }

    /// Drops the events that reveal an exact place, and returns their numbers.
    ///
    /// It also drops those in flight, which would be sent again after the connection is lost. `newestSent` is
    /// the time of the newest place that was sent.
    package mutating func dropExactPlaces(newestSent: UTCInstant?) -> [Int64] {
        let numbers = rows.filter(\.event.tellsExactPlace).reversed().map { drop($0) }
        if !numbers.isEmpty { forgetPlace(newestSent: newestSent) }
        return numbers
    }

    /// Counts an event that is dropped, or could not be stored at all.
    package mutating func lose(_ kind: RelayEvent.Kind, at time: UTCInstant) {
        var gap = dropped ?? RelayGap(cause: .outbox, from: time, to: time, dropped: [:])
        (gap.from, gap.to) = (min(gap.from, time), max(gap.to, time))
        gap.dropped?[kind, default: 0] += 1
        dropped = gap
    }

    /// Adds an event that is on disk.
    package mutating func append(_ row: Row, at now: Moment) {
        // A clock that was wrong must not keep every later place from being retained.
        if let newest = newestPlace, newest > now.utc.advanced(by: Self.tolerance) { newestPlace = nil }
        if let time = row.placeTime { newestPlace = max(newestPlace ?? time, time) }
        byteCount += row.bytes
        rows.append(row)
    }

    /// Returns whether an event of `size` bytes fits without dropping others.
    package func hasRoom(for size: Int) -> Bool {
        rows.count < limits.events && byteCount + size <= limits.bytes
    }

    /// Returns the next event to send, and marks it as in flight; with `isHeld` none that reveals a place.
    package mutating func next(isHeld: Bool = false) -> Row? {
        guard inFlight.count < limits.inFlight,
            let row = rows.first(where: { !(isHeld && $0.event.kind.tellsPlace) && isWaiting($0) })
        else { return nil }
        inFlight.insert(row.number)
        return row
    }

    private func isWaiting(_ row: Row) -> Bool { !inFlight.contains(row.number) }

    /// Returns whether an event may replace a retained place: no newer place was sent, and none waits.
    package func isNewest(_ row: Row) -> Bool {
        row.placeTime.map { $0 >= newestPlace ?? $0 } ?? false
    }

    /// Makes all unacknowledged events wait again.
    package mutating func connectionLost() { inFlight = [] }

    /// Recomputes the newest place from the waiting events and `newestSent`, the newest that was sent.
    package mutating func forgetPlace(newestSent: UTCInstant? = nil) {
        newestPlace = (rows.compactMap(\.placeTime) + [newestSent].compactMap(\.self)).max()
    }

    /// Removes an event that the broker has, or that is dropped; returns whether it was there.
    @discardableResult
    package mutating func remove(_ number: Int64) -> Bool {
        guard let index = rows.firstIndex(where: { $0.number == number }) else { return false }
        byteCount -= rows.remove(at: index).bytes
        inFlight.remove(number)
        return true
    }
}

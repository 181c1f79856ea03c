package import LocationModel

/// What waits to be sent: which comes next, what is dropped when there is no room, and what replaces a retained place.
///
/// It holds no contents, performs no I/O, and is told the time.
package struct RelayOutbox: Sendable {
    package struct Limits: Hashable, Sendable {
        package var events = 10_000
        package var bytes = 8 << 20
        package var age: Duration = .seconds(30 * 86_400)

        /// The most events that are sent and not acknowledged.
        package var inFlight = 20

        package init() {}
    }

    /// An event that waits.
    package struct Row: Hashable, Sendable {
        /// Its place on disk, in the order of writing.
        package let number: Int64
        package let kind: RelayEvent.Kind
        package let happenedAt: UTCInstant

        /// When the machine was at the event's place; `nil` without one.
        package let placeTime: UTCInstant?
        package let bytes: Int

        /// When it was written, on the clock that nobody sets.
        fileprivate let written: MonotonicInstant
        fileprivate(set) var isInFlight = false

        package init(_ number: Int64, _ event: RelayEvent, bytes: Int, written: MonotonicInstant) {
            (self.number, self.bytes, self.written) = (number, bytes, written)
            (kind, happenedAt, placeTime) = (event.kind, event.time, event.anyPlace?.time)
        }
    }

    /// How far ahead of the clock a place may be that keeps others from being retained: the clock was set since.
    private static let tolerance: Duration = .seconds(60)

    private let limits: Limits
    private var rows: [Row] = []
    package private(set) var byteCount = 0
    package private(set) var inFlightCount = 0

    /// The time of the newest place of all that wait or were sent.
    package private(set) var newestPlace: UTCInstant?

    /// What was dropped and no gap has told.
    package var dropped: RelayGap?

    /// Creates the outbox from what waits on disk, in the order of writing, the time of the newest place that was sent, and
    /// what no gap has told yet.
    package init(
        _ limits: Limits,
        _ rows: [Row] = [],
        newestPlace: UTCInstant? = nil,
        dropped: RelayGap? = nil
    ) {
        (self.limits, self.rows, self.dropped) = (limits, rows, dropped)
        byteCount = rows.reduce(0) { $0 + $1.bytes }
        self.newestPlace = (rows.compactMap(\.placeTime) + [newestPlace].compactMap(\.self)).max()
    }

    package var count: Int { rows.count }
    package var oldest: UTCInstant? { rows.first?.happenedAt }

    /// Returns how many of each kind wait.
    package var counts: [RelayEvent.Kind: Int] {
        rows.reduce(into: [:]) { $0[$1.kind, default: 0] += 1 }
    }

    /// Drops what is too old, and what must go so that an event of so many bytes has room, and returns the numbers.
    package mutating func makeRoom(for size: Int?, at now: Moment) -> [Int64] {
        var numbers: [Int64] = []
        // The order is that of writing, so the first ones are the oldest.
        while let first = rows.first(where: { !$0.isInFlight }), first.written + limits.age <= now.instant {
            numbers.append(drop(first))
        }
        guard let size else { return numbers }
        while !rows.isEmpty, rows.count >= limits.events || byteCount + size > limits.bytes {
            // Live locations go first, then states of the receiver, then the oldest; never what is in flight.
            let waiting = rows.lazy.filter { !$0.isInFlight }
            let victim =
                waiting.first { $0.kind == .live } ?? waiting.first { $0.kind == .receiver } ?? waiting.first
            guard let victim else { break }
            numbers.append(drop(victim))
        }
        return numbers
    }

    private mutating func drop(_ row: Row) -> Int64 {
        lose(row.kind, at: row.happenedAt)
        remove(row.number)
        return row.number
    }

    /// Counts an event that is dropped, or could not be kept at all.
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

    /// Whether an event of so many bytes needs nothing to be dropped.
    package func hasRoom(for size: Int) -> Bool {
        rows.count < limits.events && byteCount + size <= limits.bytes
    }

    /// Returns the next event to be sent, which is in flight then; with `isHeld` none that tells a place.
    package mutating func next(isHeld: Bool = false) -> Row? {
        guard inFlightCount < limits.inFlight,
            let index = rows.firstIndex(where: { !$0.isInFlight && !(isHeld && $0.placeTime != nil) })
        else { return nil }
        rows[index].isInFlight = true
        inFlightCount += 1
        return rows[index]
    }

    /// Whether an event may replace a retained place: no newer place was sent, and none waits.
    package func isNewest(_ row: Row) -> Bool {
        row.placeTime.map { time in newestPlace.map { time >= $0 } ?? true } ?? false
    }

    /// Has everything that was not acknowledged sent again.
    package mutating func connectionLost() {
        for index in rows.indices { rows[index].isInFlight = false }
        inFlightCount = 0
    }

    /// Forgets that a place was sent, so that the next one is the newest.
    package mutating func forgetPlace() { newestPlace = rows.compactMap(\.placeTime).max() }

    /// Removes an event that the broker has, or that is dropped.
    package mutating func remove(_ number: Int64) {
        guard let index = rows.firstIndex(where: { $0.number == number }) else { return }
        let row = rows.remove(at: index)
        byteCount -= row.bytes
        if row.isInFlight { inFlightCount -= 1 }
    }
}

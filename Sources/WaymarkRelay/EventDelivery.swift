import LinuxSystem
import LocationModel
import Relay
import WaymarkInterfaces

/// Keeps what happens in the outbox until it is delivered to the broker in messages.
///
/// An event is on disk before the service is told that it was taken, and stays there until the broker has acknowledged
/// all of its messages. So a kill at any point loses none, and at most those in flight are sent twice, with the same key.
final class EventDelivery {
    typealias Outgoing = (number: Int64, messages: [RelayMessage])

    /// The number, in the place of an event's, of the messages that make the broker forget a place.
    private static let forgetting: Int64 = 0

    /// The number of the messages that clear the topics of an earlier configuration.
    private static let clearing: Int64 = -1

    /// The most attempts at that: some brokers end the connection of a client that writes where it may no
    /// longer.
    private static let clearingLimit = 3

    /// The time without the service from which on something may be missing.
    private static let tolerance: Duration = .seconds(60)

    private let device: String
    private let formats: [any RelayFormat]
    private let store: OutboxStore
    private var outbox: RelayOutbox
    private var memory: RelayMemory

    /// Those of the two numbers that were sent on this connection, and how often the second was since the
    /// start.
    private var sweeps: Set<Int64> = []
    private var clearings = 0

    /// The numbers of events that are no longer needed on disk; the next commit removes them.
    private var finished: [Int64] = []
    private var hasChanged = true

    /// The reason why the last commit failed; no event is sent before one succeeds.
    private(set) var problem: StoreProblem?

    init(
        _ store: OutboxStore,
        _ settings: RelaySettings,
        _ formats: [any RelayFormat],
        _ limits: RelayOutbox.Limits,
        at now: Moment
    ) throws(StoreProblem) {
        (self.store, device, self.formats) = (store, settings.device, formats)
        memory = store.memory
        let topics = formats.reduce(into: Set<String>()) { $0.formUnion($1.retainedTopics) }
        let former = (memory.formerTopics ?? []).union(memory.topics ?? []).subtracting(topics)
        (memory.topics, memory.formerTopics) = (topics, former.isEmpty ? nil : former)
        var rows: [RelayOutbox.Row] = []
        var damaged: [Int64] = []
        try store.forEachEvent { number, event, bytes in
            guard let event else { return damaged.append(number) }
            // Only the wall clock tells the time that passed before the start.
            let age = max(.zero, event.written.duration(to: now.utc))
            rows.append(RelayOutbox.Row(number, event, bytes: bytes, written: now.instant - age))
        }
        outbox = RelayOutbox(limits, rows, newestPlace: memory.newest?.anyPlace?.time)
        outbox.dropped = memory.missing
        finished = damaged
    }

    /// Stores an event durably; one with an `identifier` of the service is recognised if it comes again.
    func take(_ event: RelayEvent, from identifier: String? = nil, at now: Moment) throws(StoreProblem) {
        if let identifier, memory.taken.contains(identifier) { return }
        var event = event
        (event.device, event.outbox) = (device, memory.outbox)
        (event.sequence, event.written) = (memory.sequence + 1, now.utc)
        finished += outbox.makeRoom(for: event.json.count, at: now)
        if ![.live, .gap].contains(event.kind) { see(at: now) }
        let before = memory
        memory.sequence = event.sequence
        if let identifier { memory.taken.insert(identifier) }
        do throws(StoreProblem) {
            let row = try commit(adding: event)
            outbox.append(RelayOutbox.Row(row.number, event, bytes: row.bytes, written: now.instant), at: now)
        } catch {
            // The number is free: nobody has seen it.
            memory = before
            // The service repeats states and unacknowledged events, and a gap is reported again.
            if event.kind == .live { outbox.lose(event.kind, at: event.time) }
            throw error
        }
    }

    /// Records that the service knows that an event was taken.
    func release(_ identifier: String) {
        if memory.taken.remove(identifier) != nil { hasChanged = true }
    }

    /// Records that the service is followed from now on; a longer time without it becomes a gap.
    func resume(at now: Moment) throws(StoreProblem) {
        if let seen = memory.seen, seen.duration(to: now.utc) > Self.tolerance {
            let gap = RelayGap(cause: .notRunning, from: seen, to: now.utc)
            try take(RelayEvent(.gap, at: now.utc) { $0.gap = gap }, at: now)
        }
        see(at: now)
    }

    /// Records that the service is no longer followed.
    func pause(at now: Moment) {
        see(at: now)
        hasChanged = true
    }

    /// Records that nothing is missing until now, unless writing fails: the service may not keep everything
    /// then.
    private func see(at now: Moment) {
        if problem == nil { memory.seen = now.utc }
    }

    /// Whether the broker may retain a message that reveals a place.
    private var hasSentPlace: Bool { memory.newest != nil || memory.crossing != nil }

    /// Whether that may be an exact place, under the topic of some kind, even if an area was sent later.
    private var hasSentExactPlace: Bool {
        memory.hasExact == true || [memory.newest, memory.crossing].contains { $0?.tellsExactPlace == true }
    }

    /// Whether no place was sent or waits.
    var hasNoPlace: Bool { memory.newest == nil && outbox.newestPlace == nil }

    // MARK: The broker

    /// Returns the messages to send after connecting; with `isHeld` none that reveals a place.
    func greeting(isHeld: Bool) -> [RelayMessage] {
        var place = memory.newest
        if let newest = memory.newest, let crossed = newest.region?.place {
            place = RelayEvent(.significantChange, at: crossed.time) {
                ($0.written, $0.place) = (newest.written, crossed)
            }
        }
        let latest = (isHeld ? [] : [place, memory.crossing]) + [memory.receiver, memory.anchor]
        return formats.flatMap { $0.greeting(latest.compactMap(\.self)) }
    }

    /// Returns the messages to send next; with `isHeld` no event that reveals a place.
    func next(isHeld: Bool, at now: Moment) -> Outgoing? {
        if memory.mustForget == true, sweeps.insert(Self.forgetting).inserted {
            return (Self.forgetting, formats.flatMap(\.forgetting))
        }
        if let former = memory.formerTopics, clearings < Self.clearingLimit,
            sweeps.insert(Self.clearing).inserted
        {
            clearings += 1
            return (Self.clearing, former.sorted().map(RelayMessage.clearing))
        }
        // An event that cannot be removed from the disk would be sent again after a restart.
        guard problem == nil else { return nil }
        finished += outbox.makeRoom(for: nil, at: now)
        tellDropped(at: now)
        while let row = outbox.next(isHeld: isHeld) {
            let event = row.event
            let isNewest = outbox.isNewest(row)
            // Otherwise a kill before the acknowledgement would leave a place on the broker that nobody knows
            // of.
            if event.kind.tellsPlace, !hasSentPlace { hasChanged = true }
            if event.tellsExactPlace, memory.hasExact != true { (memory.hasExact, hasChanged) = (true, true) }
            if isNewest { memory.newest = event }
            if event.region != nil { memory.crossing = event }
            if event.kind == .receiver { memory.receiver = event }
            if event.kind == .anchor { memory.anchor = event }
            let messages = formats.flatMap { $0.messages(for: event, isNewest: isNewest) }
            if !messages.isEmpty { return (row.number, messages) }
            acknowledged(row.number)
        }
        return nil
    }

    /// Stores a gap for the dropped events, once it needs no other event dropped.
    private func tellDropped(at now: Moment) {
        guard let gap = outbox.dropped, outbox.hasRoom(for: 1024), problem == nil else { return }
        let before = memory.dropped
        outbox.dropped = nil
        memory.dropped.merge(gap.dropped ?? [:], uniquingKeysWith: +)
        do throws(StoreProblem) {
            try take(RelayEvent(.gap, at: gap.to) { $0.gap = gap }, at: now)
        } catch { (outbox.dropped, memory.dropped) = (gap, before) }
    }

    /// Records that the broker has all messages of that number.
    func acknowledged(_ number: Int64) {
        switch number {
        case Self.forgetting: (memory.mustForget, hasChanged) = (nil, true)
        case Self.clearing: (memory.formerTopics, hasChanged) = (nil, true)
        default:
            // It may have been given up meanwhile, and be counted as dropped.
            guard outbox.remove(number) else { return }
            finished.append(number)
            memory.sent += 1
        }
    }

    func connectionLost() {
        sweeps = []
        outbox.connectionLost()
    }

    /// Forgets the place that was sent or is in flight, and returns whether there is one; next, it is removed
    /// from the broker.
    func forget() -> Bool {
        guard hasSentPlace else { return false }
        (memory.newest, memory.crossing, memory.hasExact) = (nil, nil, nil)
        (memory.mustForget, hasChanged) = (true, true)
        sweeps.remove(Self.forgetting)
        outbox.forgetPlace()
        return true
    }

    /// Drops exact places that wait, forgets a sent one as ``forget()`` does, and returns whether there was
    /// any.
    func giveUpExactPlaces() -> Bool {
        let numbers = outbox.dropExactPlaces(newestSent: memory.newest?.anyPlace?.time)
        finished += numbers
        return hasSentExactPlace && forget() || !numbers.isEmpty
    }

    /// Writes what has changed since the last commit; if that fails, it is tried again later.
    func flush() {
        if hasChanged || !finished.isEmpty { _ = try? commit() }
    }

    private func commit(adding event: RelayEvent? = nil) throws(StoreProblem) -> OutboxStore.Stored {
        memory.missing = outbox.dropped
        do throws(StoreProblem) {
            let row = try store.commit(adding: event, removing: finished, memory)
            (finished, hasChanged, problem) = ([], false, nil)
            return row
        } catch {
            // Without a further event it would not be tried again.
            (problem, hasChanged) = (error, true)
            throw error
        }
    }

    /// The status of the outbox for people.
    var status: RelayStatus {
        let dropped = memory.dropped.merging(outbox.dropped?.dropped ?? [:], uniquingKeysWith: +)
        var status = RelayStatus(device: device, outbox: memory.outbox)
        (status.waiting, status.bytes, status.oldest) = (outbox.count, outbox.byteCount, outbox.oldest)
        (status.sent, status.kinds) = (memory.sent, outbox.counts)
        status.dropped = Dictionary(uniqueKeysWithValues: dropped.map { ($0.key.rawValue, $0.value) })
        status.problem = problem.map { "\($0)" }
        return status
    }
}

import LinuxSystem
import Varlink

// What outlives the process: connections whose descriptors the service manager keeps, with a record of each.
extension VarlinkServer {
    /// Where a server leaves its connections for a later process.
    ///
    /// It is a class, so that asking it copies nothing.
    final class Handover {
        /// How long a connection lives before the service manager is given its descriptor.
        ///
        /// Most connections carry one call and are over by then.
        static let age: Duration = .seconds(1)

        /// The most descriptors that the service manager is given in a second.
        ///
        /// So a client that opens connections all the time does not occupy it.
        static let storedPerSecond = 64

        let memory: HandoverMemory

        /// Gives the service manager a descriptor under a name.
        let store: (CInt, String) -> Void

        /// Takes a descriptor back from the service manager.
        let removeStored: (String) -> Void

        /// The connections that are not stored yet, oldest first, also ones that have ended.
        var young: [(id: ConnectionID, since: ContinuousClock.Instant)] = []

        /// The time before which nothing more is stored.
        var pauseUntil: ContinuousClock.Instant?

        init(
            memory: HandoverMemory,
            store: @escaping (CInt, String) -> Void,
            removeStored: @escaping (String) -> Void
        ) {
            self.memory = memory
            self.store = store
            self.removeStored = removeStored
        }

        /// When the next descriptor is stored.
        var nextStoring: ContinuousClock.Instant? {
            guard let first = young.first else { return nil }
            let due = first.since + Self.age
            return pauseUntil.map { max($0, due) } ?? due
        }
    }

    /// Leaves what a later process needs to go on with the connections.
    ///
    /// - Parameters:
    ///   - memory: Where to leave it.
    ///   - store: Gives the service manager a descriptor under a name.
    ///   - removeStored: Takes it back.
    package func prepareHandover(
        in memory: HandoverMemory,
        store: @escaping (CInt, String) -> Void,
        removeStored: @escaping (String) -> Void
    ) {
        handover = Handover(memory: memory, store: store, removeStored: removeStored)
    }

    /// Takes over the connections of an earlier process, and closes those that it cannot go on with.
    ///
    /// Each is checked like a new one: the kernel names its user, who may have as many as before, and the process that
    /// connected must still be there. Their clients see nothing, or connect again.
    ///
    /// - Parameters:
    ///   - stored: Their descriptors, with the names that they were stored under.
    ///   - now: The time.
    /// - Returns: The number of connections that go on.
    package func takeOver(_ stored: [(number: CInt, name: String)], at now: ContinuousClock.Instant) -> Int {
        var count = 0
        lastTurn = now
        for (number, name) in stored {
            let descriptor = FileDescriptor(owning: number)
            guard let stream = try? UnixStream(adopting: descriptor) else { continue }
            if takeOver(stream, name, at: now) { count += 1 } else { handover?.removeStored(name) }
        }
        handover?.memory.removeUnclaimed()
        return count
    }

    /// Stores all connections that a later process can go on with, and leaves them open when this one ends.
    ///
    /// Call it last: afterwards nothing may be read or sent.
    package func handOver() {
        guard handover != nil else { return }
        for connection in connections.values {
            store(connection)
            guard let record = connection.record, record.isStored, record.isAtRest else { continue }
            connection.stream.outlivesProcess = true
        }
    }

    /// Notes something about the open stream of a connection, for the process that goes on with it.
    package func add(_ note: StreamNote, to id: ConnectionID) {
        guard let connection = connections[id], let record = connection.record else { return }
        if !record.add(note) { giveUpRecord(of: connection) }
    }

    /// Records how far the program has read what it sends, with the next reply of the stream.
    package func setBookmark(_ bookmark: StreamBookmark, of id: ConnectionID) {
        guard let record = connections[id]?.record else { return }
        // Until the reply has left too, the connection is not at rest.
        record.isAtRest = false
        record.bookmark = bookmark
    }

    /// The beginning of the names that connections are stored under.
    package static let storedNamePrefix = "connection-"

    private func takeOver(
        _ stream: consuming UnixStream,
        _ name: String,
        at now: ContinuousClock.Instant
    ) -> Bool {
        guard let handover, name.hasPrefix(Self.storedNamePrefix),
            let key = UInt64(name.dropFirst(Self.storedNamePrefix.count)),
            let record = handover.memory.inheritRecord(of: key)
        else { return false }
        // If this process fails over it, the next one does not try again.
        let wasAtRest = record.isAtRest
        record.isAtRest = false
        record.isStored = true
        var call: Call?
        if let message = record.call { call = try? Call(parsing: message) }
        guard wasAtRest, (record.call == nil) == (call == nil), call.map({ $0.mode == .more }) ?? true,
            let peer = try? PeerCredentials(of: stream), obstacle(for: peer.userID) == nil,
            record.peerStart != 0, record.peerStart == ProcessStart.ticks(ofProcess: peer.processID)
        else {
            record.remove()
            return false
        }
        guard let connection = try? add(stream, peer, resumingStream: call != nil, at: now) else {
            record.remove()
            return false
        }
        connection.record = record
        if let call {
            let stream = ResumedStream(
                eventCount: Int(clamping: record.replyCount),
                bookmark: record.bookmark,
                notes: record.notes
            )
            events.append(.resumed(connection.id, call, stream))
        }
        settle(connection)
        return true
    }

    /// Stores the connections that have lived for long enough.
    func storeDue(at now: ContinuousClock.Instant) {
        guard let due = handover?.nextStoring, due <= now, let young = handover?.young else { return }
        var (stored, looked) = (0, 0)
        for (id, since) in young {
            guard since + Handover.age <= now, stored < Handover.storedPerSecond else { break }
            looked += 1
            guard let connection = connections[id] else { continue }
            store(connection)
            stored += 1
        }
        handover?.young.removeFirst(looked)
        handover?.pauseUntil = now + .seconds(1)
    }

    private func store(_ connection: ServerConnection) {
        guard let handover, connection.record?.isStored != true else { return }
        // A stream has had a record from its beginning, or cannot be kept.
        if connection.record == nil, !connection.conversation.isStreaming { makeRecord(of: connection) }
        guard let record = connection.record else { return }
        handover.store(connection.stream.descriptor.rawValue, Self.storedNamePrefix + "\(record.key)")
        record.isStored = true
        if connection.isAtRest { record.isAtRest = true }
    }

    /// Makes a record of a connection, unless the process that connected is gone: nobody could check it later.
    private func makeRecord(of connection: ServerConnection) {
        guard let start = ProcessStart.ticks(ofProcess: connection.processID) else { return }
        connection.record = handover?.memory.makeRecord()
        connection.record?.peerStart = start
    }

    /// Records that a stream is opened.
    func beginRecord(of connection: ServerConnection, _ call: Call) {
        guard handover != nil else { return }
        if connection.record == nil { makeRecord(of: connection) }
        connection.record?.isAtRest = false
        // Without the terminator.
        if connection.record?.begin(call.message.dropLast()) == false { giveUpRecord(of: connection) }
    }

    /// Frees the record of a connection that has ended.
    func removeRecord(of connection: ServerConnection) {
        // Shutting the connection down makes the service manager drop its descriptor.
        connection.record?.remove()
        connection.record = nil
    }

    /// Forgets a connection that no later process could go on with.
    private func giveUpRecord(of connection: ServerConnection) {
        guard let record = connection.record else { return }
        if record.isStored { handover?.removeStored(Self.storedNamePrefix + "\(record.key)") }
        removeRecord(of: connection)
    }
}

import Glibc
package import LinuxSystem
import LocationModel
package import Varlink

/// A Varlink service on any number of sockets, without a thread or loop of its own.
///
/// The program's loop waits with the ``LinuxSystem/Kernel`` that it shares with the server, no longer than
/// ``nextDeadline``, and passes every report to ``handle(_:at:)``, which ignores those of others. The server validates
/// messages, enforces the limits, and returns the calls as events.
package final class VarlinkServer {
    package let limits: Limits
    private let kernel: any Kernel

    private var listeners: [Poller.Token: any LocalListener] = [:]
    private var connections: [ConnectionID: ServerConnection] = [:]
    private var shares: ConnectionShares

    /// The times at which to check the deadlines of connections.
    ///
    /// A deadline that moves further away is not entered again: the check at the old time finds the new one. So a reply on
    /// a stream changes nothing here.
    private var checks = PriorityQueue<ConnectionID, ContinuousClock.Instant>()

    /// The number of connections checked in one turn; more are left for the next.
    private static let checksPerTurn = 256

    /// The peers that have connected and have a place, but are not admitted yet, in order.
    private var newcomers: [(stream: any LocalStream, peer: PeerCredentials)] = []

    /// The number of connections admitted in one turn, shared by the users who connect; each gets one at least.
    private static let admissionsPerTurn = 8

    /// The connections to serve, in order.
    private var runnable: [ConnectionID] = []
    private var events: [Event] = []

    /// The time at which the present turn of the loop began, for replies without a time of their own.
    package var now: ContinuousClock.Instant
    private var refused: Refused?
    private var lastRefusalReport: ContinuousClock.Instant?
    private var inputBuffer = [UInt8](repeating: 0, count: 32_768)

    package init(kernel: any Kernel, limits: Limits = Limits()) {
        self.kernel = kernel
        now = kernel.now
        self.limits = limits
        shares = ConnectionShares(limits, ownUserID: ProcessIdentity.effectiveUserID)
    }

    deinit {
        for connection in connections.values { kernel.unwatch(connection.token) }
        for token in listeners.keys { kernel.unwatch(token) }
    }

    // MARK: Sockets

    /// Listens at `path`, and removes the socket when the server is released.
    package func listen(at path: String, permissions: UInt32 = 0o666) throws(ListenFailure) {
        let listener = try kernel.listen(at: path, permissions: permissions)
        do throws(SystemError) { try add(listener) } catch { throw .system(error) }
    }

    /// Adopts a socket passed to the program: a listening socket or a connected peer.
    package func adopt(
        _ descriptor: consuming FileDescriptor,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        if descriptor.isListeningSocket {
            try add(UnixListener(adopting: descriptor))
        } else {
            let stream = try UnixStream(adopting: descriptor)
            let peer = try stream.peer()
            try add(stream, peer, at: now)
            shares.add(peer.userID)
        }
    }

    package var connectionCount: Int { connections.count }

    /// Returns the number of bytes that wait for the peer of a connection to read them; 0 if it is closed.
    package func outputQueue(of connection: ConnectionID) -> Int {
        connections[connection]?.output.byteCount ?? 0
    }

    // MARK: The loop

    /// The time of the next call to ``handle(_:at:)`` if nothing is reported; in the past if work remains.
    package var nextDeadline: ContinuousClock.Instant? {
        if !runnable.isEmpty || !newcomers.isEmpty || !events.isEmpty { return now }
        let report = refused == nil ? nil : lastRefusalReport.map { $0 + limits.refusalReports }
        return earliest(checks.first, report)
    }

    /// Serves connections that are ready or due, one message for each.
    package func handle(_ reports: [Poller.Readiness], at now: ContinuousClock.Instant) -> [Event] {
        self.now = now
        for report in reports {
            if let listener = listeners[report.token] {
                accept(from: listener, report)
            } else if let connection = connections[ConnectionID(report.token)] {
                attend(to: connection, report)
            }
        }
        for _ in 0..<Self.checksPerTurn {
            guard let id = checks.removeFirst(upTo: now) else { break }
            guard let connection = connections[id] else { continue }
            connection.checkAt = nil
            meetDeadlines(of: connection)
            update(connection)
        }
        admitNewcomers()
        serveRunnable()
        reportRefusals()
        defer { events = [] }
        return events
    }

    // MARK: Replies

    /// Answers the current call of a connection; ignores a connection that has ended.
    package func reply(_ reply: Reply, to id: ConnectionID, at instant: ContinuousClock.Instant? = nil) {
        guard let connection = connections[id] else { return }
        let now = instant ?? now
        if connection.conversation.replied(continues: reply.continues, at: now) {
            connection.lastReply = now
            // The check counts only queued bytes: one long answer is no fault of a client that reads.
            guard connection.output.byteCount <= limits.outputBytes else {
                return remove(connection, .outputOverflowed)
            }
            let wasIdle = connection.output.isEmpty
            connection.output.append(reply.message, at: now)
            if wasIdle { flush(connection, at: now) }
            if connection.output.byteCount > limits.congestedOutputBytes { connection.isCongested = true }
        }
        // An event that has left at once only moves the end of the stream's silence, which is looked at before then.
        if !reply.continues || !connection.output.isEmpty || connection.checkAt == nil { update(connection) }
    }

    /// Returns whether the peer is congested, so that its events should be coalesced until ``Event/drained(_:)``.
    package func isCongested(_ id: ConnectionID) -> Bool { connections[id]?.isCongested ?? false }

    /// Closes a connection; ``Event/disconnected(_:_:)`` follows.
    package func close(_ id: ConnectionID) {
        guard let connection = connections[id] else { return }
        remove(connection, .closed)
    }

    // MARK: Accepting

    private func add(_ listener: any LocalListener) throws(SystemError) {
        listeners[try kernel.watch(listener.number, for: .readable)] = listener
    }

    private func accept(from listener: any LocalListener, _ report: Poller.Readiness) {
        do throws(SystemError) {
            // The bound keeps a burst of new connections from starving existing ones.
            for _ in 0..<32 {
                switch try listener.accept() {
                case .nothing:
                    // A socket that was shut down has no connection for ever, and would wake the loop without end.
                    if report.isHangup { throw SystemError("accept4", code: EINVAL) }
                    return
                case .refused: refuse(nil, nil)
                case .connection(let stream): welcome(stream)
                }
            }
        } catch {
            kernel.unwatch(report.token)
            listeners[report.token] = nil
            events.append(.listenerFailed(error))
        }
    }

    private func welcome(_ stream: any LocalStream) {
        // A peer without readable credentials counts as one too many.
        do throws(SystemError) {
            let peer = try stream.peer()
            if let limit = shares.obstacle(for: peer.userID) { return refuse(peer.userID, limit) }
            shares.add(peer.userID)
            newcomers.append((stream, peer))
        } catch { refuse(nil, nil) }
    }

    /// Admits newcomers, but of no user more than its share of the turn.
    ///
    /// The program finds out who each of them is, which costs as much as a call. So a user who connects again and again
    /// holds up the others no longer than one who calls. The rest come in the next turns.
    private func admitNewcomers() {
        guard !newcomers.isEmpty else { return }
        let turn = newcomers
        newcomers = []
        let share = max(1, Self.admissionsPerTurn / Set(turn.lazy.map { $0.peer.userID }).count)
        var admitted: [UInt32: Int] = [:]
        for newcomer in turn {
            let user = newcomer.peer.userID
            guard admitted[user, default: 0] < share else {
                newcomers.append(newcomer)
                continue
            }
            admitted[user, default: 0] += 1
            do throws(SystemError) { try add(newcomer.stream, newcomer.peer, at: now) } catch {
                // One that cannot be polled counts as one too many.
                shares.remove(user)
                refuse(nil, nil)
            }
        }
    }

    private func refuse(_ userID: UInt32?, _ limit: ConnectionLimit?) {
        refused = Refused(userID: userID, limit: limit, count: (refused?.count ?? 0) + 1)
    }

    private func add(
        _ stream: any LocalStream,
        _ peer: PeerCredentials,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        let connection = try ServerConnection(
            stream: stream,
            peer: peer,
            conversation: Conversation(limits: limits.conversation),
            kernel: kernel,
            at: now
        )
        connections[connection.id] = connection
        events.append(.connected(connection.id, peer))
    }

    private func reportRefusals() {
        guard let refused else { return }
        if let lastRefusalReport, now < lastRefusalReport + limits.refusalReports { return }
        events.append(.refused(refused))
        self.refused = nil
        lastRefusalReport = now
    }

    /// Sets whether the stream of a connection goes without signs of life.
    package func allowSilence(of id: ConnectionID, _ isAllowed: Bool) {
        guard let connection = connections[id] else { return }
        connection.mayBeSilent = isAllowed
        schedule(connection)
    }

    // MARK: Serving

    /// Serves the connections that are ready, one message for each, but of no user more than its share of the turn.
    ///
    /// What a message costs grows with its length, and a short one may ask for a long list or a large change. So each
    /// counts for an eighth of a turn at least, and the others wait for a bounded time, however many messages one user
    /// sends on however many connections. The rest of them comes in the next turn.
    private func serveRunnable() {
        let turn = runnable.compactMap { connections[$0] }
        runnable = []
        let share = limits.turnBytes / max(1, Set(turn.lazy.map(\.userID)).count)
        var served: [UInt32: Int] = [:]
        for connection in turn where connections[connection.id] != nil {
            connection.isRunnable = false
            guard served[connection.userID, default: 0] < share else {
                enqueue(connection)
                continue
            }
            serve(connection)
            let length = connection.conversation.messageBytes
            served[connection.userID, default: 0] += max(length, limits.turnBytes / 8)
        }
    }

    private func attend(to connection: ServerConnection, _ report: Poller.Readiness) {
        if report.isEndOfInput { connection.peerHasEnded = true }
        // Queued output can no longer be delivered. Without any, the peer's last messages still count.
        if report.isHangup, connection.conversation.isAnswering || !connection.output.isEmpty {
            return remove(connection, .hungUp)
        }
        if report.isWritable { flush(connection, at: now) }
        if connection.wantsInput {
            if report.isReadable || report.isHangup { receive(from: connection) }
        } else if report.isReadable {
            connection.inputWaits = true
        }
        // It is served in this turn, and settled then.
        if connection.hasWork { enqueue(connection) } else { update(connection) }
    }

    private func receive(from connection: ServerConnection) {
        do throws(SystemError) {
            switch try connection.stream.receive(into: &inputBuffer) {
            case .bytes(let count): connection.conversation.received(inputBuffer[..<count], at: now)
            case .nothing: break
            case .end: connection.conversation.inputEnded()
            }
        } catch {
            remove(connection, error.isDisconnection ? .hungUp : .failed(error))
        }
    }

    private func serve(_ connection: ServerConnection) {
        switch connection.conversation.nextStep(at: now) {
        case .wait: break
        case .close(let ending): return remove(connection, .ended(ending))
        case .answer(let call):
            connection.lastReply = now
            events.append(.called(connection.id, call))
        }
        update(connection)
    }

    private func flush(_ connection: ServerConnection, at now: ContinuousClock.Instant) {
        do throws(SystemError) {
            try connection.output.flush(to: connection.stream, at: now)
        } catch {
            return remove(connection, error.isDisconnection ? .hungUp : .failed(error))
        }
        // Half the limit, so that a peer does not alternate across it.
        if connection.isCongested, connection.output.byteCount <= limits.congestedOutputBytes / 2 {
            connection.isCongested = false
            events.append(.drained(connection.id))
        }
    }

    private func meetDeadlines(of connection: ServerConnection) {
        if let since = connection.output.stalledSince, since + limits.outputStall <= now {
            // The kernel reports space only when three quarters of the buffer are free. A peer that reads slowly has
            // freed some before.
            flush(connection, at: now)
            if connection.output.stalledSince == since { return remove(connection, .outputStalled) }
        }
        if connection.conversation.isStreaming, !connection.mayBeSilent,
            limits.endOfSilence(since: connection.lastReply) <= now
        {
            connection.lastReply = now
            events.append(.streamFellSilent(connection.id))
        }
        // Checked here because a connection is not served while replies are queued.
        if let deadline = connection.conversation.deadline, deadline <= now,
            case .close(let ending) = connection.conversation.nextStep(at: now)
        {
            remove(connection, .ended(ending))
        }
    }

    /// Updates the queue of connections to serve, the deadlines and the poller after a change.
    private func update(_ connection: ServerConnection) {
        guard connections[connection.id] != nil else { return }
        if connection.hasWork { enqueue(connection) }
        schedule(connection)
        do throws(SystemError) {
            try connection.updateInterest(in: kernel)
        } catch { remove(connection, .failed(error)) }
    }

    private func schedule(_ connection: ServerConnection) {
        guard let deadline = connection.deadline(limits) else {
            guard connection.checkAt != nil else { return }
            connection.checkAt = nil
            checks[connection.id] = nil
            return
        }
        if let checkAt = connection.checkAt, checkAt <= deadline { return }
        connection.checkAt = deadline
        checks[connection.id] = deadline
    }

    private func enqueue(_ connection: ServerConnection) {
        guard !connection.isRunnable else { return }
        connection.isRunnable = true
        runnable.append(connection.id)
    }

    private func remove(_ connection: ServerConnection, _ departure: Departure) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        kernel.unwatch(connection.token)
        if connection.checkAt != nil { checks[connection.id] = nil }
        shares.remove(connection.userID)
        connection.stream.shutDown()
        events.append(.disconnected(connection.id, departure))
    }
}

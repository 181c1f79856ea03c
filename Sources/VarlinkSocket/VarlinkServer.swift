package import LinuxSystem
package import Varlink

/// A Varlink service on any number of sockets, without a thread or a loop of its own.
///
/// The program's one loop waits with the ``LinuxSystem/Poller`` that it gave to the server, no longer than
/// ``nextDeadline``, and hands every report to ``handle(_:at:)``: those of others are passed over.
/// The server checks what arrives, answers what needs only the service's description, holds the limits, and
/// returns the rest as events.
package final class VarlinkServer {
    package let limits: Limits
    let poller: Poller
    private let service: ServiceDescription

    private var listeners: [Poller.Token: ListenerBox] = [:]
    private var connections: [ConnectionID: ServerConnection] = [:]
    private var connectionIDs: [Poller.Token: ConnectionID] = [:]
    private var shares: ConnectionShares
    private var lastID: UInt64 = 0

    /// Whom it is the turn of, in order.
    private var runnable: [ConnectionID] = []
    private var events: [Event] = []
    private var lastTurn: ContinuousClock.Instant = .now
    private var refusals: [Refused] = []
    private var lastRefusalReport: ContinuousClock.Instant?
    private var inputBuffer = [UInt8](repeating: 0, count: 32_768)

    /// Creates a server that does not listen yet.
    package init(_ service: ServiceDescription, poller: Poller, limits: Limits = Limits()) {
        self.service = service
        self.poller = poller
        self.limits = limits
        shares = ConnectionShares(limits, ownUserID: ProcessIdentity.effectiveUserID)
    }

    deinit {
        for connection in connections.values { poller.unwatch(connection.token) }
        for token in listeners.keys { poller.unwatch(token) }
    }

    // MARK: Sockets

    /// Listens at `path` and removes the socket when the server goes away.
    package func listen(at path: String, permissions: UInt32 = 0o666) throws(ListenFailure) {
        let listener = try UnixListener(at: path, permissions: permissions)
        do throws(SystemError) { try add(listener) } catch { throw .system(error) }
    }

    /// Takes over a socket that was passed to the program: one to listen on, or one connected peer.
    package func adopt(
        _ descriptor: consuming FileDescriptor,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        if descriptor.isListeningSocket {
            try add(UnixListener(adopting: descriptor))
        } else {
            let stream = try UnixStream(adopting: descriptor)
            let peer = try PeerCredentials(of: stream)
            try add(stream, peer, at: now)
        }
    }

    /// Closes the listening sockets; connections stay.
    package func stopListening() {
        for token in listeners.keys { poller.unwatch(token) }
        listeners = [:]
    }

    /// How many connections there are.
    package var connectionCount: Int { connections.count }

    // MARK: The loop

    /// When to call ``handle(_:at:)`` again although nothing is reported; in the past if there is work left.
    package var nextDeadline: ContinuousClock.Instant? {
        if !runnable.isEmpty || !events.isEmpty { return lastTurn }
        var deadlines = connections.values.compactMap { $0.deadline(limits) }
        if !refusals.isEmpty, let lastRefusalReport {
            deadlines.append(lastRefusalReport + limits.refusalReports)
        }
        return deadlines.min()
    }

    /// Serves what is ready and due, one message a connection.
    package func handle(_ reports: [Poller.Readiness], at now: ContinuousClock.Instant) -> [Event] {
        lastTurn = now
        for report in reports {
            if let listener = listeners[report.token] {
                accept(from: listener, report.token, at: now)
            } else if let id = connectionIDs[report.token], let connection = connections[id] {
                attend(to: connection, report, at: now)
            }
        }
        for connection in connections.values { meetDeadlines(of: connection, at: now) }
        let turn = runnable
        runnable = []
        for id in turn {
            guard let connection = connections[id] else { continue }
            connection.isRunnable = false
            serve(connection, at: now)
        }
        reportRefusals(at: now)
        defer { events = [] }
        return events
    }

    // MARK: Replies

    /// Answers the call at hand of a connection; one that has ended is passed over.
    package func reply(_ reply: Reply, to id: ConnectionID, at now: ContinuousClock.Instant) {
        guard let connection = connections[id] else { return }
        answer(connection, with: reply, at: now)
        settle(connection)
    }

    /// Whether so much waits for this peer that events for it are to be coalesced until ``Event/drained(_:)``.
    package func isCongested(_ id: ConnectionID) -> Bool { connections[id]?.isCongested ?? false }

    /// Ends a connection; ``Event/disconnected(_:_:)`` follows.
    package func close(_ id: ConnectionID) {
        guard let connection = connections[id] else { return }
        remove(connection, .closed)
    }

    // MARK: Accepting

    private func add(_ listener: consuming UnixListener) throws(SystemError) {
        let token = try poller.watch(listener.descriptor.rawValue, for: .readable)
        listeners[token] = ListenerBox(listener)
    }

    private func accept(from listener: ListenerBox, _ token: Poller.Token, at now: ContinuousClock.Instant) {
        do throws(SystemError) {
            // Bounded, so that a crowd at the door does not starve those inside.
            for _ in 0..<32 {
                switch try listener.listener.accept() {
                case .nothing: return
                case .refused: refuse(nil, nil)
                case .connection(let stream): welcome(stream, at: now)
                }
            }
        } catch {
            poller.unwatch(token)
            listeners[token] = nil
            events.append(.listenerFailed(error))
        }
    }

    private func welcome(_ stream: consuming UnixStream, at now: ContinuousClock.Instant) {
        // A peer that cannot be told, or cannot be watched, is as good as one too many.
        do throws(SystemError) {
            let peer = try PeerCredentials(of: stream)
            if let limit = shares.obstacle(for: peer.userID) { return refuse(peer.userID, limit) }
            try add(stream, peer, at: now)
        } catch { refuse(nil, nil) }
    }

    private func refuse(_ userID: UInt32?, _ limit: ConnectionLimit?) {
        if let known = refusals.firstIndex(where: { $0.userID == userID }) {
            refusals[known].count += 1
        } else if userID != nil, refusals.count >= 8 {
            // One person may have thousands of user IDs.
            refuse(nil, limit)
        } else {
            refusals.append(Refused(userID: userID, limit: limit, count: 1))
        }
    }

    private func add(
        _ stream: consuming UnixStream,
        _ peer: PeerCredentials,
        at now: ContinuousClock.Instant
    ) throws(SystemError) {
        lastID += 1
        let connection = try ServerConnection(
            id: ConnectionID(rawValue: lastID),
            stream: stream,
            userID: peer.userID,
            limits: limits.conversation,
            poller: poller,
            at: now
        )
        connections[connection.id] = connection
        connectionIDs[connection.token] = connection.id
        shares.add(peer.userID)
        events.append(.connected(connection.id, peer))
    }

    private func reportRefusals(at now: ContinuousClock.Instant) {
        guard !refusals.isEmpty else { return }
        if let lastRefusalReport, now < lastRefusalReport + limits.refusalReports { return }
        events.append(.refused(refusals))
        refusals = []
        lastRefusalReport = now
    }

    // MARK: Serving

    private func attend(
        to connection: ServerConnection,
        _ report: Poller.Readiness,
        at now: ContinuousClock.Instant
    ) {
        if report.isEndOfInput { connection.peerHasEnded = true }
        // What is waited for cannot be delivered any more. Without that, what the peer said last still counts.
        if report.isHangup, connection.conversation.isAnswering || !connection.output.isEmpty {
            return remove(connection, .hungUp)
        }
        if report.isWritable { flush(connection, at: now) }
        if connection.wantsInput, report.isReadable || report.isHangup { receive(from: connection, at: now) }
        settle(connection)
    }

    private func receive(from connection: ServerConnection, at now: ContinuousClock.Instant) {
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

    private func serve(_ connection: ServerConnection, at now: ContinuousClock.Instant) {
        guard connection.output.isEmpty else { return }
        switch connection.conversation.nextStep(at: now) {
        case .wait: break
        case .close(let ending): return remove(connection, .ended(ending))
        case .answer(let call):
            if let reply = service.reply(to: call) {
                answer(connection, with: reply, at: now)
            } else {
                connection.lastReply = now
                events.append(.called(connection.id, call))
            }
        }
        settle(connection)
    }

    private func answer(
        _ connection: ServerConnection,
        with reply: Reply,
        at now: ContinuousClock.Instant
    ) {
        guard connection.conversation.replied(continues: reply.continues, at: now) == .send else { return }
        connection.lastReply = now
        // Judged by what waits already: one long answer to a client that reads is no fault of the client's.
        if connection.output.byteCount > limits.outputBytes { return remove(connection, .outputOverflowed) }
        let wasIdle = connection.output.isEmpty
        connection.output.append(reply.message, at: now)
        if wasIdle { flush(connection, at: now) }
        if connection.output.byteCount > limits.congestedOutputBytes { connection.isCongested = true }
    }

    private func flush(_ connection: ServerConnection, at now: ContinuousClock.Instant) {
        do throws(SystemError) {
            try connection.output.flush(to: connection.stream, at: now)
        } catch {
            return remove(connection, error.isDisconnection ? .hungUp : .failed(error))
        }
        // Not at the limit itself, lest a peer swing to and fro across it.
        if connection.isCongested, connection.output.byteCount <= limits.congestedOutputBytes / 2 {
            connection.isCongested = false
            events.append(.drained(connection.id))
        }
    }

    private func meetDeadlines(of connection: ServerConnection, at now: ContinuousClock.Instant) {
        guard let deadline = connection.deadline(limits), deadline <= now else { return }
        if let since = connection.output.stalledSince, since + limits.outputStall <= now {
            // The kernel reports room only once three quarters of the buffer are free; a peer that reads a little
            // has made some all the same.
            flush(connection, at: now)
            if connection.output.stalledSince == since { return remove(connection, .outputStalled) }
            settle(connection)
        }
        if connection.conversation.isStreaming, connection.lastReply + limits.streamSilence <= now {
            connection.lastReply = now
            events.append(.streamFellSilent(connection.id))
        }
        // Not left to the connection's turn, which does not come while replies wait.
        if let deadline = connection.conversation.deadline, deadline <= now,
            case .close(let ending) = connection.conversation.nextStep(at: now)
        {
            remove(connection, .ended(ending))
        }
    }

    /// Arranges what follows from a change: another turn, and what the poller reports.
    private func settle(_ connection: ServerConnection) {
        guard connections[connection.id] != nil else { return }
        if connection.hasWork { enqueue(connection) }
        do throws(SystemError) {
            try connection.updateInterest(in: poller)
        } catch { remove(connection, .failed(error)) }
    }

    private func enqueue(_ connection: ServerConnection) {
        guard !connection.isRunnable else { return }
        connection.isRunnable = true
        runnable.append(connection.id)
    }

    private func remove(_ connection: ServerConnection, _ departure: Departure) {
        guard connections.removeValue(forKey: connection.id) != nil else { return }
        poller.unwatch(connection.token)
        connectionIDs[connection.token] = nil
        shares.remove(connection.userID)
        connection.stream.shutDown()
        events.append(.disconnected(connection.id, departure))
    }
}

/// A listener in a place where a dictionary can hold it.
private final class ListenerBox {
    var listener: UnixListener

    init(_ listener: consuming UnixListener) { self.listener = listener }
}

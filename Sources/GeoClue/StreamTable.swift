import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService

/// The streams from Waymark, one for each client that was started.
final class StreamTable {
    /// The time for Waymark's first answer.
    private static let patience: Duration = .seconds(10)

    /// The time that a question to the person stays open after its program has given up.
    private static let lingering: Duration = .seconds(120)

    /// The delay before a changed threshold takes effect, so that many changes count as one.
    private static let reopening: Duration = .seconds(1)

    private struct Entry {
        let user: UInt32

        /// The client; `nil` if its program has given up while the person is asked.
        var client: Client?

        /// The stream; `nil` while Waymark cannot be reached.
        var stream: WaymarkStream?
        var token: Poller.Token?

        /// Whether Waymark has answered since it was connected.
        var isAnswered = false
        var retry = BackOff.reconnecting()

        /// The time to connect again, to stop waiting, or to end.
        var dueAt: ContinuousClock.Instant?
    }

    /// The service's socket.
    let socket: String

    private let users: UserShares
    private let poller: Poller
    private let log: Log
    private var entries: [Int: Entry] = [:]
    private var byToken: [Poller.Token: Int] = [:]
    private var byClient: [Int: Int] = [:]
    private var lastEntry = 0

    init(at socket: String, _ users: UserShares, _ poller: Poller, _ log: Log) {
        self.socket = socket
        self.users = users
        self.poller = poller
        self.log = log
    }

    /// The time of the next thing to do.
    var nextDeadline: ContinuousClock.Instant? { entries.values.compactMap(\.dueAt).min() }

    /// Opens the stream of a client.
    ///
    /// - Throws: ``BusError`` if Waymark cannot be reached, or the user has too many.
    func open(for client: Client) throws(BusError) {
        let user = client.peer.credentials.userID
        try users.addStream(of: user, at: .now)
        lastEntry += 1
        let number = lastEntry
        entries[number] = Entry(user: user, client: client)
        byClient[client.number] = number
        do throws(ServiceError) {
            try connect(number, client)
            entries[number]?.dueAt = .now + Self.patience
        } catch {
            end(number)
            throw BusError(.failed, "Waymark does not answer: \(error)")
        }
    }

    /// Opens the stream of a client that was active before this program was restarted, and does not give up.
    ///
    /// - Throws: ``BusError`` if the user has too many.
    func resume(for client: Client) throws(BusError) {
        let user = client.peer.credentials.userID
        try users.addStream(of: user, at: .now)
        lastEntry += 1
        entries[lastEntry] = Entry(user: user, client: client, dueAt: .now)
        byClient[client.number] = lastEntry
    }

    /// Ends the stream of a client.
    func close(for client: Client) { byClient[client.number].map { end($0) } }

    /// Leaves the stream of a client open for a while, so that the question to the person stays.
    func linger(for client: Client) {
        guard let number = byClient.removeValue(forKey: client.number) else { return }
        entries[number]?.client = nil
        entries[number]?.dueAt = .now + Self.lingering
    }

    /// Opens the stream of a client again with other thresholds, a little later.
    func reopen(for client: Client) {
        guard let number = byClient[client.number], case .allowed = client.standing else { return }
        if entries[number]?.dueAt == nil { entries[number]?.dueAt = .now + Self.reopening }
    }

    /// Hands on what has arrived on a stream; does nothing for a token of something else.
    func read(_ token: Poller.Token, at now: ContinuousClock.Instant) {
        guard let number = byToken[token] else { return }
        do throws(ServiceError) {
            while let entry = entries[number], let news = try entry.stream?.next() {
                entries[number]?.retry.reset()
                guard let client = entry.client else {
                    if case .withheld(_, isUndecided: true) = news { continue }
                    return end(number)
                }
                if case .asking = client.standing { entries[number]?.dueAt = nil }
                if !entry.isAnswered {
                    // Waymark has looked at the process by its number.
                    guard client.peer.isRunning else {
                        return client.stop(because: "the process that connected to the bus has ended")
                    }
                    entries[number]?.isAnswered = true
                }
                client.receive(news, at: now)
            }
        } catch {
            lose(number, error, at: now)
        }
    }

    /// Does what is due.
    func handleDue(at now: ContinuousClock.Instant) {
        for (number, dueAt) in entries.compactMapValues(\.dueAt) where dueAt <= now {
            guard let client = entries[number]?.client else {
                end(number)
                continue
            }
            if case .asking = client.standing {
                client.fail("Waymark did not answer in time")
                continue
            }
            entries[number]?.dueAt = nil
            do throws(ServiceError) { try connect(number, client) } catch { lose(number, error, at: now) }
        }
    }

    private func connect(_ number: Int, _ client: Client) throws(ServiceError) {
        disconnect(number)
        let stream = try WaymarkStream(client.request, at: socket)
        // Without a token, as for lack of memory, the stream is silent and ends with its client.
        let token = try? poller.watch(stream.descriptor, for: .readable)
        entries[number]?.stream = stream
        entries[number]?.isAnswered = false
        entries[number]?.token = token
        if let token { byToken[token] = number }
    }

    private func disconnect(_ number: Int) {
        if let token = entries[number]?.token {
            poller.unwatch(token)
            byToken[token] = nil
        }
        entries[number]?.stream?.close()
        entries[number]?.stream = nil
        entries[number]?.token = nil
    }

    private func end(_ number: Int) {
        disconnect(number)
        guard let entry = entries.removeValue(forKey: number) else { return }
        if let client = entry.client { byClient[client.number] = nil }
        users.removeStream(of: entry.user)
    }

    /// Connects again later, or reports the failure to a program that waits.
    private func lose(_ number: Int, _ error: ServiceError, at now: ContinuousClock.Instant) {
        disconnect(number)
        guard let client = entries[number]?.client else { return end(number) }
        if case .asking = client.standing {
            log.notice("no location for a program of user \(client.peer.credentials.userID): \(error)")
            return client.fail("Waymark does not answer: \(error)")
        }
        let pause = entries[number]?.retry.next()
        entries[number]?.dueAt = pause.map { now + $0 }
    }
}

import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// The stream from Waymark for one client that was started.
final class LocationStream {
    typealias Method = LocationInterface.FollowLocationFor

    /// The time for Waymark's first answer.
    private static let patience: Duration = .seconds(10)

    /// The time that a question to the person stays open after its program has given up.
    private static let lingering: Duration = .seconds(120)

    /// The delay before a changed threshold takes effect, so that many changes count as one.
    private static let reopening: Duration = .seconds(1)

    private unowned let bridge: Bridge
    private let user: UInt32
    private let link: ServiceLink<Method>

    /// The client; `nil` if its program has given up while the person is asked.
    private var client: Client?

    /// Whether Waymark has answered since it was connected.
    private var isAnswered = false

    /// The time to open the stream with other thresholds, to stop waiting, or to end.
    private var dueAt: ContinuousClock.Instant?

    /// Makes a stream that is not open yet, unless the user has too many.
    init(for client: Client, on bridge: Bridge) throws(BusError) {
        let user = client.peer.credentials.userID
        try bridge.users.addStream(of: user, at: .now)
        self.bridge = bridge
        self.user = user
        self.client = client
        link = ServiceLink(client.request, to: bridge.socket, bridge.poller)
        bridge.streams.append(self)
    }

    /// Opens the stream now, and ends it if Waymark cannot be reached.
    func connect() throws(BusError) {
        do throws(ClientError) {
            try link.connect()
            dueAt = .now + Self.patience
        } catch {
            end()
            throw BusError(.failed, "Waymark does not answer: \(error)")
        }
    }

    /// Opens the stream of a client that was active before this program was restarted, and does not give up.
    func open() { link.open() }

    /// Leaves the stream open for a while without its client, so that the question to the person stays.
    func linger() {
        client = nil
        dueAt = .now + Self.lingering
    }

    /// Opens the stream again with other thresholds, a little later.
    func reopen() {
        guard case .allowed = client?.state else { return }
        if dueAt == nil { dueAt = .now + Self.reopening }
    }

    func end() {
        link.close()
        (client, dueAt) = (nil, nil)
        bridge.streams.removeAll { $0 === self }
        bridge.users.removeStream(of: user)
    }

    var nextDeadline: ContinuousClock.Instant? { [dueAt, link.deadline].compactMap(\.self).min() }

    /// Hands on what has arrived, and does what is due.
    func advance(_ ready: Set<Poller.Token>, at now: ContinuousClock.Instant) {
        if link.isDue(ready, at: now) { read(at: now) }
        guard let dueAt, dueAt <= now else { return }
        guard let client else { return end() }
        if case .asking = client.state { return client.stop(because: "Waymark did not answer in time") }
        self.dueAt = nil
        isAnswered = false
        link.reopen()
        read(at: now)
    }

    private func read(at now: ContinuousClock.Instant) {
        while let step = link.next() {
            switch step {
            case .unopened: break
            case .lost(let error):
                isAnswered = false
                guard let client else { return end() }
                guard case .asking = client.state else { continue }
                bridge.log.notice("no location for a program of user \(user): \(error)")
                client.stop(because: "Waymark does not answer: \(error)")
            case .reply(let reply):
                // Others only show that Waymark is there.
                guard reply.value.event == .update else { continue }
                guard let client else {
                    if reply.value.isUndecided { continue }
                    return end()
                }
                if case .asking = client.state { dueAt = nil }
                if !isAnswered {
                    // Waymark has looked at the process by its number, which is its own while it runs.
                    guard client.peer.credentials.process?.isRunning == true else {
                        return client.stop(because: "the process that connected to the bus has ended")
                    }
                    isAnswered = true
                }
                client.receive(reply.value, at: now)
            }
        }
    }
}

extension LocationInterface.FollowLocationFor.Reply {
    /// Whether the program gets no locations.
    var isWithheld: Bool {
        isUndecided
            || has([
                .authorizationDenied, .authorizationDeniedGlobally, .authorizationRestricted,
                .insufficientlyInUse, .serviceSessionRequired,
            ])
    }

    /// Whether it gets none because the person has not decided yet.
    var isUndecided: Bool { has([.authorizationNotDetermined, .authorizationRequestInProgress]) }

    private func has(_ some: Set<LiveDiagnostic>) -> Bool {
        !some.isDisjoint(with: diagnostics ?? [])
    }
}

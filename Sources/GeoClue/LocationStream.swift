import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// The stream from Waymark for one client that was started.
final class LocationStream {
    typealias Method = LocationInterface.FollowLocationFor

    /// Waymark's answer so far.
    enum State {
        case asking
        case allowed

        /// An agent asks the person if `isAsked`, so that `Start` may wait.
        case withheld(text: String, isUndecided: Bool = false, isAsked: Bool = false)
    }

    /// The time for Waymark's first answer.
    private static let patience: Duration = .seconds(10)

    /// The time that a question to the person stays open after its program has given up.
    private static let lingering: Duration = .seconds(120)

    /// The delay before a changed threshold takes effect, so that many changes count as one.
    private static let reopening: Duration = .seconds(1)

    private unowned let bridge: Bridge
    let user: UInt32
    private let link: ServiceLink<Method>

    /// The client; `nil` if its program has given up while the person is asked.
    private var client: Client?

    var state: State

    /// Whether Waymark has answered since it was connected.
    private var isAnswered = false

    /// Whether it was opened with other thresholds than the client has now.
    private var isOutdated = false

    /// The time to open the stream with other thresholds, to stop waiting, or to end.
    private var dueAt: ContinuousClock.Instant?

    /// Opens the stream, unless the user has too many.
    ///
    /// With `asking`, it throws also if Waymark cannot be reached. Any other state is that of a client before this
    /// program was restarted, whose stream does not give up.
    init(for client: Client, on bridge: Bridge, _ state: State = .asking) throws(BusError) {
        user = client.peer.credentials.userID
        try UserShares.streams.check(user, among: bridge.streams.map(\.user))
        try bridge.pace.open(for: user, at: .now)
        (self.bridge, self.client, self.state) = (bridge, client, state)
        link = ServiceLink(client.request, to: bridge.socket, bridge.poller)
        if case .asking = state {
            do throws(ClientError) {
                try link.connect()
            } catch {
                throw BusError(.failed, "Waymark does not answer: \(error)")
            }
            dueAt = .now + Self.patience
        } else {
            link.open()
        }
        bridge.streams.append(self)
    }

    /// Leaves the stream open for a while without its client, so that the question to the person stays.
    func linger() {
        client = nil
        dueAt = .now + Self.lingering
    }

    /// Opens the stream again with other thresholds, a little later, or once it is allowed.
    func reopen() {
        isOutdated = true
        if case .allowed = state, dueAt == nil { dueAt = .now + Self.reopening }
    }

    func end() {
        link.close()
        (client, dueAt) = (nil, nil)
        bridge.streams.removeAll { $0 === self }
    }

    var nextDeadline: ContinuousClock.Instant? { [dueAt, link.deadline].compactMap(\.self).min() }

    /// Forwards arrived locations, and handles due deadlines.
    func advance(_ ready: Set<Poller.Token>, at now: ContinuousClock.Instant) {
        if link.isDue(ready, at: now) { read(at: now) }
        guard let dueAt, dueAt <= now else { return }
        guard let client else { return end() }
        if case .asking = state { return client.stop(because: "Waymark did not answer in time") }
        self.dueAt = nil
        (isAnswered, isOutdated) = (false, false)
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
                guard case .asking = state else { continue }
                bridge.log.notice("no location for a program of user \(user): \(error)")
                client.stop(because: "Waymark does not answer: \(error)")
            case .reply(let reply):
                // Other events only show that Waymark is there.
                guard reply.value.event == .update else { continue }
                guard let client else {
                    if reply.value.isUndecided { continue }
                    return end()
                }
                if case .asking = state { dueAt = nil }
                if !isAnswered {
                    // Waymark has inspected the process by its number, which is unique while the process
                    // runs.
                    guard client.peer.credentials.process?.isRunning == true else {
                        return client.stop(because: "the process that connected to the bus has ended")
                    }
                    isAnswered = true
                }
                client.receive(reply.value, at: now)
                if isOutdated { reopen() }
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

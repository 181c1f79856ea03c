import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import WaymarkInterfaces

/// The streams from Waymark, one for each client that was started.
final class StreamTable {
    typealias Method = LocationInterface.FollowLocationFor

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
        let link: ServiceLink<Method>

        /// Whether Waymark has answered since it was connected.
        var isAnswered = false

        /// The time to open the stream with other thresholds, to stop waiting, or to end.
        var dueAt: ContinuousClock.Instant?
    }

    let socket: String

    private let users: UserShares
    private let poller: Poller
    private let log: Log
    private var entries: [Int: Entry] = [:]
    private var lastEntry = 0

    init(at socket: String, _ users: UserShares, _ poller: Poller, _ log: Log) {
        self.socket = socket
        self.users = users
        self.poller = poller
        self.log = log
    }

    var nextDeadline: ContinuousClock.Instant? {
        entries.values.flatMap { [$0.dueAt, $0.link.deadline] }.compactMap(\.self).min()
    }

    /// Opens the stream of a client, unless Waymark cannot be reached or the user has too many.
    func open(for client: Client) throws(BusError) {
        let number = try add(client)
        do throws(ClientError) {
            try entries[number]?.link.connect()
            entries[number]?.dueAt = .now + Self.patience
        } catch {
            end(number)
            throw BusError(.failed, "Waymark does not answer: \(error)")
        }
    }

    /// Opens the stream of a client that was active before this program was restarted, and does not give up.
    func resume(for client: Client) throws(BusError) { entries[try add(client)]?.link.open() }

    private func add(_ client: Client) throws(BusError) -> Int {
        let user = client.peer.credentials.userID
        try users.addStream(of: user, at: .now)
        lastEntry += 1
        let link = ServiceLink(client.request, to: socket, poller)
        entries[lastEntry] = Entry(user: user, client: client, link: link)
        return lastEntry
    }

    private func number(of client: Client) -> Int? { entries.first { $0.value.client === client }?.key }

    func close(for client: Client) { number(of: client).map { end($0) } }

    /// Leaves the stream of a client open for a while, so that the question to the person stays.
    func linger(for client: Client) {
        guard let number = number(of: client) else { return }
        entries[number]?.client = nil
        entries[number]?.dueAt = .now + Self.lingering
    }

    /// Opens the stream of a client again with other thresholds, a little later.
    func reopen(for client: Client) {
        guard let number = number(of: client), case .allowed = client.state else { return }
        if entries[number]?.dueAt == nil { entries[number]?.dueAt = .now + Self.reopening }
    }

    /// Hands on what has arrived, and does what is due.
    func advance(_ ready: Set<Poller.Token>, at now: ContinuousClock.Instant) {
        for (number, entry) in entries where entry.link.isDue(ready, at: now) { read(number, at: now) }
        for (number, dueAt) in entries.compactMapValues(\.dueAt) where dueAt <= now {
            guard let client = entries[number]?.client else {
                end(number)
                continue
            }
            if case .asking = client.state {
                client.fail("Waymark did not answer in time")
                continue
            }
            entries[number]?.dueAt = nil
            entries[number]?.isAnswered = false
            entries[number]?.link.reopen()
            read(number, at: now)
        }
    }

    private func read(_ number: Int, at now: ContinuousClock.Instant) {
        while let entry = entries[number], let step = entry.link.next() {
            switch step {
            case .unopened: break
            case .lost(let error):
                entries[number]?.isAnswered = false
                guard let client = entry.client else { return end(number) }
                guard case .asking = client.state else { continue }
                log.notice("no location for a program of user \(entry.user): \(error)")
                client.fail("Waymark does not answer: \(error)")
            case .reply(let reply):
                guard let event = reply.value.streamEvent else { continue }
                guard let client = entry.client else {
                    if case .withheld(_, isUndecided: true, _) = event { continue }
                    return end(number)
                }
                if case .asking = client.state { entries[number]?.dueAt = nil }
                if !entry.isAnswered {
                    // Waymark has looked at the process by its number.
                    guard client.peer.isRunning else {
                        return client.stop(because: "the process that connected to the bus has ended")
                    }
                    entries[number]?.isAnswered = true
                }
                client.receive(event, at: now)
            }
        }
    }

    private func end(_ number: Int) {
        guard let entry = entries.removeValue(forKey: number) else { return }
        entry.link.close()
        users.removeStream(of: entry.user)
    }
}

/// A location that Waymark gives.
struct GivenLocation {
    let location: LocationInterface.Location
    let isArea: Bool

    /// Whether it is the last known one, because there is none now.
    let isLast: Bool

    /// The time at which it arrived, in microseconds since 1970.
    let microsecondsSinceEpoch = WallClock.nanosecondsSinceEpoch / 1000
}

/// What Waymark says to one program.
enum StreamEvent {
    case location(GivenLocation)

    /// The program may know, but there is no location.
    case unavailable(text: String)

    /// The program gets nothing: not allowed, or not decided yet, which an agent may be asking about.
    case withheld(text: String, isUndecided: Bool, hasAgent: Bool)
}

extension LocationInterface.FollowLocationFor.Reply {
    /// What the reply says; `nil` for one that only shows that Waymark is there.
    fileprivate var streamEvent: StreamEvent? {
        guard event == .update else { return nil }
        let diagnostics = diagnostics ?? []
        let text = text ?? "there is no location"
        if diagnostics.contains(where: \.withholds) {
            return .withheld(
                text: text,
                isUndecided: diagnostics.contains(where: \.isUndecided),
                hasAgent: hasAgent == true
            )
        }
        guard let location else { return .unavailable(text: text) }
        let given = GivenLocation(
            location: location,
            isArea: diagnostics.contains(.accuracyLimited),
            isLast: diagnostics.contains(.locationUnavailable)
        )
        return .location(given)
    }
}

extension LiveDiagnostic {
    /// Whether the program gets no locations for this reason.
    fileprivate var withholds: Bool {
        switch self {
        case .authorizationNotDetermined, .authorizationRequestInProgress, .authorizationDenied,
            .authorizationDeniedGlobally, .authorizationRestricted, .insufficientlyInUse,
            .serviceSessionRequired:
            true
        case .alwaysAuthorizationDenied, .accuracyLimited, .fullAccuracyDenied, .locationUnavailable,
            .headingUnavailable, .beaconsUnavailable, .stationary, .pausedByPerson:
            false
        }
    }

    /// Whether the person has not decided yet.
    fileprivate var isUndecided: Bool {
        self == .authorizationNotDetermined || self == .authorizationRequestInProgress
    }
}

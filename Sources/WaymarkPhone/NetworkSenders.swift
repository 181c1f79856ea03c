import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The senders of NMEA 0183 that Avahi finds in the networks of this machine, one of which is read into a feed.
///
/// Avahi searches, and a sender is connected to, only while positions are wanted.
final class NetworkSenders {
    private static let avahi = "org.freedesktop.Avahi"
    private static let browserInterface = "org.freedesktop.Avahi.ServiceBrowser"
    private static let service = "_nmea-0183._tcp"

    /// The most senders that are remembered.
    private static let limit = 16

    /// The silence after which another sender is tried.
    private static let longestSilence: Duration = .seconds(15)

    private static let nobody = "no sender of NMEA 0183 was found in the network"

    /// A sender as Avahi announces it: the interface and the protocol of the network, the name, the type and the domain.
    private struct Sender: Hashable {
        let place: [BusValue]
        var name: String { (place[2].text ?? "").harmless }
    }

    private let log: Log
    private let poller: Poller
    private let bus: MessageBus
    private let busToken: Poller.Token
    private let link: FeedLink
    private var owner: NameOwner?
    private var subscriptions: [BusSubscription] = []

    private var isWanted = false

    /// The number of the search: answers for an earlier one are dropped.
    private var search = 0
    private var browser: String?

    /// The senders, the next one to try first.
    private var senders: [Sender] = []

    /// The sender that is being resolved, connected to, or read.
    private var current: Sender?
    private var attempt: (task: SideTask<Result<TCPStream, NetworkError>>, token: Poller.Token)?
    private var stream: (stream: TCPStream, token: Poller.Token)?
    private var connectedAt: ContinuousClock.Instant?
    private var pauses = BackOff(first: .seconds(1), longest: .seconds(60))

    /// The end of a pause, or of a silence.
    private var due: ContinuousClock.Instant?
    private var told: String?

    /// Creates a search that waits until positions are wanted.
    init(into feed: String, of socket: String, _ poller: Poller, _ log: Log) throws {
        (self.poller, self.log) = (poller, log)
        bus = try MessageBus(.system)
        busToken = try poller.watch(bus.descriptor, for: .readable)
        link = FeedLink(feed, to: socket, poller) { log.warning($0) }
        owner = try NameOwner(of: Self.avahi, on: bus) { [unowned self] _ in
            endSearch()
            beginSearch()
        }
        for member in ["ItemNew", "ItemRemove"] {
            let subscription = try bus.subscribe(to: member, of: Self.browserInterface, from: Self.avahi) {
                [unowned self] in note($0)
            }
            subscriptions.append(subscription)
        }
        link.open()
    }

    var deadline: ContinuousClock.Instant? {
        [link.deadline, bus.nextDeadline, due].compactMap(\.self).min()
    }

    /// Handles the bus, the service and due deadlines; throws if the bus goes away.
    func advance() throws {
        while try bus.process() {}
        while let demand = link.next() {
            switch demand {
            case .wanted where isWanted: break
            case .wanted:
                (isWanted, told) = (true, nil)
                beginSearch()
            case .unwanted, .away:
                isWanted = false
                endSearch()
            }
        }
        if let result = attempt?.task.removeResult() { connected(result) }
        read()
        if let due, due <= .now {
            self.due = nil
            if stream != nil { leave("it says nothing") } else { connectNext() }
        }
        try poller.change(busToken, to: bus.interest)
    }

    // MARK: Avahi

    private func beginSearch() {
        guard isWanted else { return }
        guard owner?.owner != nil else { return tell(.absent, "Avahi does not run") }
        tell(.searching, Self.nobody)
        let search = search
        // Of any interface and protocol.
        let whole: [BusValue] = [.int32(-1), .int32(-1), .string(Self.service), .string(""), .uint32(0)]
        call("ServiceBrowserNew", whole) { [unowned self] answer in
            guard let path = answer?.first?.text else { return }
            if search == self.search { browser = path } else { free(path) }
        }
    }

    private func endSearch() {
        search += 1
        if let browser { free(browser) }
        (browser, senders, due) = (nil, [], nil)
        pauses.reset()
        endStream()
    }

    private func free(_ browser: String) { call("Free", of: Self.browserInterface, at: browser) }

    private func note(_ signal: BusMessage) {
        guard isWanted, signal.arguments.count == 6, signal.arguments[3].text == Self.service else { return }
        let sender = Sender(place: Array(signal.arguments[..<5]))
        if signal.member == "ItemRemove" {
            senders.removeAll { $0 == sender }
            if senders.isEmpty, stream == nil { tell(.searching, Self.nobody) }
        } else if !senders.contains(sender), senders.count < Self.limit {
            senders.append(sender)
            if due == nil { connectNext() }
        }
    }

    private func call(
        _ member: String,
        of interface: String = "org.freedesktop.Avahi.Server",
        at path: String = "/",
        _ arguments: [BusValue] = [],
        answered: @escaping ([BusValue]?) -> Void = { _ in }
    ) {
        let method = MessageBus.Method(member, of: interface, at: path, of: Self.avahi, startsProgram: false)
        // A failure is the end of Avahi or of the bus, which is noticed anyway.
        try? bus.send(method, arguments) { answered(try? $0.get()) }
    }

    // MARK: The sender

    private func connectNext() {
        guard let sender = senders.first, current == nil else { return }
        current = sender
        let search = search
        call("ResolveService", sender.place + [.int32(-1), .uint32(0)]) { [unowned self] answer in
            guard search == self.search else { return }
            guard let answer, answer.count == 11, let address = answer[7].text,
                let port = answer[8].integer.flatMap({ UInt16(exactly: $0) }), port > 0
            else { return leave("Avahi knows no address of it") }
            // A link-local address is incomplete without its interface.
            let isOfLink = address.hasPrefix("fe80:")
            connect(to: address + (isOfLink ? "%\(answer[0].integer ?? 0)" : ""), port)
        }
    }

    private func connect(to host: String, _ port: UInt16) {
        do throws(SystemError) {
            let task = try SideTask(named: "sender") {
                Result { () throws(NetworkError) in try TCPStream(connectingTo: host, port: port) }
            }
            attempt = (task, try poller.watch(task.descriptor, for: .readable))
        } catch { leave("\(error)") }
    }

    private func connected(_ result: Result<TCPStream, NetworkError>) {
        if let attempt { poller.unwatch(attempt.token) }
        attempt = nil
        do {
            let stream = try result.get()
            // Any user of this machine could announce a sender on it, and tell everybody's apps where it is.
            guard let peer = ConnectionEnds(of: stream.descriptor.rawValue)?.peer.address, peer.isNear else {
                return leave("it is not on another machine in a network of this one")
            }
            self.stream = (stream, try poller.watch(stream.descriptor.rawValue, for: .readable))
            connectedAt = .now
            due = .now + Self.longestSilence
            let name = current?.name ?? ""
            log.info("reads '\(name)' at \(peer)")
            tell(.searching, "'\(name)' has no position")
        } catch { leave("\(error)") }
    }

    private func read() {
        guard let stream else { return }
        var buffer = [UInt8](repeating: 0, count: 8192)
        do throws(SystemError) {
            switch try stream.stream.descriptor.read(into: &buffer) {
            case .bytes(let count):
                due = .now + Self.longestSilence
                let text = String(decoding: buffer[..<count], as: UTF8.self)
                link.send { FeedInterface.SendNMEA(session: $0, text: text) }
            case .nothing: break
            case .end: leave("it closed the connection")
            }
        } catch { leave("\(error)") }
    }

    /// Leaves the sender alone, and tries the next one after a pause.
    private func leave(_ problem: String) {
        let sender = current
        // A sender that closes at once must not be connected to all the time.
        if let connectedAt, connectedAt + Self.longestSilence < .now { pauses.reset() }
        connectedAt = nil
        endStream()
        if let index = sender.flatMap(senders.firstIndex) { senders.append(senders.remove(at: index)) }
        due = senders.isEmpty ? nil : .now + pauses.next()
        tell(.searching, senders.isEmpty ? Self.nobody : "cannot read '\(sender?.name ?? "")': \(problem)")
    }

    private func endStream() {
        for token in [attempt?.token, stream?.token].compactMap(\.self) { poller.unwatch(token) }
        (attempt, stream, current) = (nil, nil, nil)
    }

    // MARK: The service

    private func tell(_ state: FeedInterface.SendState.State, _ reason: String) {
        guard reason != told else { return }
        told = reason
        log.info(reason)
        link.tell(state, reason)
    }
}

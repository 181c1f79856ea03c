import LinuxSystem
import LocationModel
import Receivers
import WaymarkEngine

/// A receiver's URL with its text for people.
struct NamedReceiverURL: Hashable {
    let name: String
    let url: ReceiverURL
}

/// The configured receivers, registered with the daemon's kernel.
final class ReceiverSet {
    private struct Member {
        let receiver: any Receiver
        var watched: (descriptor: CInt, token: Poller.Token)?
    }

    private let kernel: any Kernel
    private var members: [Member]
    let urls: [NamedReceiverURL]

    /// Creates the receivers without opening them.
    ///
    /// `say` receives messages for a person about a working receiver.
    init(
        _ urls: [NamedReceiverURL],
        on kernel: any Kernel,
        say: @escaping (String) -> Void
    ) {
        self.urls = urls
        self.kernel = kernel
        members = urls.map { Member(receiver: Self.receiver(for: $0.url, name: $0.name, on: kernel, say)) }
        feeds = members.compactMap { $0.receiver as? FeedReceiver }
    }

    deinit { for member in members { member.watched.map { kernel.unwatch($0.token) } } }

    /// The names of the receivers for people, in the order of their identifiers.
    var names: [String] { members.map(\.receiver.name) }

    /// The simulated location, on a service that was started for that.
    var simulated: SimulatedReceiver? { members.lazy.compactMap { $0.receiver as? SimulatedReceiver }.first }

    /// The receivers that programs on this machine bring.
    let feeds: [FeedReceiver]

    var nextDeadline: MonotonicInstant? { members.compactMap(\.receiver.nextDeadline).min() }

    func start(at now: Moment) {
        for index in members.indices { rewatch(index) { $0.start(at: now) } }
    }

    func change(to demand: ReceiverDemand) { for feed in feeds { feed.change(to: demand) } }

    func stop() -> [Event] {
        for index in members.indices { rewatch(index) { $0.stop() } }
        return members.indices.map { .receiverReported(ReceiverIdentifier($0), .state(.off)) }
    }

    /// Advances the receivers that have input or whose deadline has passed.
    func advance(_ reports: [Poller.Readiness], at now: Moment) -> [Event] {
        var events: [Event] = []
        for index in members.indices {
            let member = members[index]
            // Looks for input first: to work out the deadline takes time, and somebody waits for the location.
            guard
                reports.contains(where: { $0.token == member.watched?.token })
                    || member.receiver.nextDeadline.map({ $0 <= now.instant }) ?? false
            else { continue }
            var reported: [ReceiverReport] = []
            rewatch(index) { reported = $0.advance(at: now) }
            events += reported.map { .receiverReported(ReceiverIdentifier(index), $0) }
        }
        return events
    }

    /// Runs an action that may change a receiver's descriptor, and updates the kernel.
    private func rewatch(_ index: Int, _ action: (any Receiver) -> Void) {
        action(members[index].receiver)
        let (descriptor, watched) = (members[index].receiver.descriptor, members[index].watched)
        // A receiver that closes a descriptor leaves a different number, so an equal number is the same descriptor.
        guard descriptor != watched?.descriptor else { return }
        if let watched { kernel.unwatch(watched.token) }
        members[index].watched = descriptor.flatMap { descriptor in
            (try? kernel.watch(descriptor, for: .readable)).map { (descriptor, $0) }
        }
    }

    private static func receiver(
        for url: ReceiverURL,
        name: String,
        on kernel: any Kernel,
        _ say: @escaping (String) -> Void
    ) -> any Receiver {
        switch url {
        case .recording(let path, let pace, let loops):
            return RecordingReceiver(name: name, path: path, pace: pace, loops: loops, say: say)
        case .gpsd(let host, let port, let device, let user):
            let trusted = trusted("gpsd", and: user)
            let source = GPSDSource(host: host, port: port, device: device, trusted: trusted)
            return LiveReceiver(name: name, source: source)
        case .serial(let path, let speed):
            return LiveReceiver(name: name, source: SerialSource(device: path, speed: speed))
        case .tcp(let host, let port, let user):
            let source = TCPSource(host: host, port: port, trusted: trusted(and: user))
            return LiveReceiver(name: name, source: source)
        case .udp(let address, let port, let sender, let user):
            let trusted = trusted(and: user)
            let source = UDPSource(address: address, port: port, pinned: sender, trusted: trusted)
            return LiveReceiver(name: name, source: source)
        case .unix(let path):
            return LiveReceiver(name: name, source: UnixSource(path: path, on: kernel))
        case .feed(let feed):
            let trusted = TrustedUsers(and: [feed.user].compactMap(\.self))
            return FeedReceiver(name: name, feed: feed, trusted: trusted)
        case .simulated: return SimulatedReceiver(name: name)
        }
    }

    /// Returns the users whose programs on this machine are believed, with that of `?user=` in a URL.
    private static func trusted(_ usual: String..., and user: String?) -> TrustedUsers {
        user == ReceiverURL.everybody ? .everybody : TrustedUsers(and: usual + [user].compactMap(\.self))
    }
}

import LinuxSystem
import MessageBus

/// A program on the bus that has a client object.
final class Peer {
    let name: String
    let credentials: PeerCredentials
    var clients: [String: Client] = [:]

    /// The client that each `GetClient` returns.
    var ownClient: Client? { clients.values.first(where: \.record.isOwn) }

    private let watch: NameOwner

    /// Looks up a program, and calls `left` when it leaves the bus.
    init(named name: String, on bus: MessageBus, left: @escaping (String) -> Void) throws(BusError) {
        self.name = name
        watch = try NameOwner(of: name, on: bus) { owner in if owner == nil { left(name) } }
        credentials = try bus.peer(named: name)
    }
}

import LinuxSystem
import MessageBus

/// A program on the bus that has a client object.
final class Peer {
    let name: String

    /// Its user and process, as the bus knows them.
    let credentials: PeerCredentials

    /// Whether the process still runs, so that its number is still its own.
    var isRunning: Bool { credentials.process?.isRunning == true }

    /// The client that `GetClient` returns again.
    var ownClient: Int?
    var clients: Set<Int> = []

    /// Whether it is the desktop's portal, which speaks for many programs.
    var isPortal = false

    private let watch: NameOwner

    /// Looks a program up, and watches it until it leaves, when it calls `left`.
    init(named name: String, on bus: MessageBus, left: @escaping (String) -> Void) throws(BusError) {
        self.name = name
        watch = try NameOwner(of: name, on: bus) { owner in if owner == nil { left(name) } }
        credentials = try bus.peer(named: name)
    }
}

import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The bridge between programs written for GeoClue and Waymark, and GeoClue's manager.
///
/// It decides no permission: it tells Waymark the user and the process of a program, and forwards Waymark's
/// locations. It only makes them coarser, as far as a program requests that.
final class Bridge {
    static let clientsPath = "/org/freedesktop/GeoClue2/Client"
    private static let busName = "org.freedesktop.GeoClue2"
    private static let managerPath = "/org/freedesktop/GeoClue2/Manager"

    /// The delay before the next attempt to restore clients of the previous bridge.
    private static let restoring: Duration = .seconds(5)

    /// The name under which the service manager holds the second connection.
    private static let storeName = "geoclue-name"

    let socket: String
    let log: Log
    let bus: MessageBus
    let poller: Poller
    var pace = StreamPace()

    /// The streams from Waymark, also those whose clients have gone.
    var streams: [LocationStream] = []

    private let loop: BusLoop
    private var exported: [BusSubscription] = []
    private var peers: [String: Peer] = [:]
    private var isInUse = false

    private let kept: KeptClients?

    /// Whether the records of the clients have changed since they were stored.
    var hasChanges = false

    /// The clients of the previous bridge that could not be restored yet.
    private var unrestored: [KeptClients.Record]
    private var restoreAt: ContinuousClock.Instant?

    /// A second connection to the bus, which queues for GeoClue's name, and owns it while no bridge runs.
    ///
    /// The service manager holds it while it restarts the bridge. So the name never goes away, which programs
    /// would take for the end of the service: Firefox would stop following the location for good. Calls that
    /// arrive meanwhile fail when the next bridge owns the name.
    private var keeper: MessageBus?

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        socket = ServiceAddress.path(line.value(of: "socket"))
        let inherited = try PassedDescriptor.claimAll()
        let address: MessageBus.Address = line.value(of: "bus").map { .at($0) } ?? .system
        loop = try BusLoop(address, endedBy: [SIGINT, SIGTERM])
        (bus, poller) = (loop.bus, loop.poller)
        // No other bus has it, nor the same one after its restart.
        let identifier = try bus.call(.ofBus("GetId")).first?.text ?? ""
        kept = Environment.value(of: "RUNTIME_DIRECTORY").map {
            KeptClients(bus: identifier, file: "\($0)/clients", log: log)
        }
        unrestored = kept?.read() ?? []
        exported = [
            try bus.export(self, at: Self.managerPath, as: Self.interface),
            try bus.exportAll(below: Self.clientsPath, as: Client.interface) {
                [unowned self] path, sender in client(at: path, of: sender)
            },
            try bus.exportAll(below: Self.clientsPath, as: ToldLocation.interface) {
                [unowned self] path, sender in location(at: path, of: sender)
            },
        ]
        restore()
        try bus.requestName(Self.busName)
        // The second connection of the previous bridge ends, here and in the service manager.
        ServiceManager.removeStored(named: Self.storeName)
        for descriptor in inherited { _ = FileDescriptor(owning: descriptor.number) }
        // A new one is useful only if a service manager can hold it.
        guard Environment.value(of: "NOTIFY_SOCKET") != nil else { return }
        let keeper = try MessageBus(address)
        try keeper.queueForName(Self.busName)
        _ = try poller.watch(keeper.descriptor, for: .readable)
        ServiceManager.store(keeper.descriptor, named: Self.storeName)
        self.keeper = keeper
    }

    func run() throws {
        log.notice("serves \(Self.busName) for Waymark at \(socket)")
        var memory = ProgramMemory(at: .now)
        while true {
            // A bounded number of messages: a program that floods the bus must not keep locations from the others.
            var hasMore = try bus.process()
            // Messages on the second connection are read so that the bus need not keep them; sd-bus answers
            // with an error.
            if try keeper?.process() == true { hasMore = true }
            writeChanges()
            let own = [hasMore ? .now : nil, restoreAt, memory.nextDeadline]
            let deadlines = streams.map(\.nextDeadline) + clients.map(\.heldUntil)
            guard let ready = try loop.wait(until: own + deadlines) else { return try bus.flush() }
            let now = ContinuousClock.now
            let tokens = Set(ready.map(\.token))
            for stream in streams { stream.advance(tokens, at: now) }
            for client in clients where client.heldUntil.map({ $0 <= now }) ?? false { client.refuseHeld() }
            if let restoreAt, restoreAt <= now { restore() }
            writeChanges()
            memory.advance(hasWorked: !ready.isEmpty, at: now)
        }
    }

    // MARK: The manager

    private static let interface = BusInterface<Bridge>(
        "org.freedesktop.GeoClue2.Manager",
        [
            .property("InUse", "b") { .boolean($0.isInUse) },
            .property("AvailableAccuracyLevel", "u") { _ in .uint32(AccuracyLevel.exact.rawValue) },
            .method("GetClient", out: "o") { bridge, call throws(BusError) in
                call.reply(.path(try bridge.ownClient(of: call.message.sender).path))
            },
            .method("CreateClient", out: "o") { bridge, call throws(BusError) in
                call.reply(.path(try bridge.newClient(.init(peer: call.message.sender)).path))
            },
            .method("DeleteClient", in: "o") { bridge, call throws(BusError) in
                let path = call.message.arguments.first?.text ?? ""
                guard let client = bridge.client(at: path, of: call.message.sender) else {
                    throw BusError(.invalidArguments, "there is no such client")
                }
                bridge.delete(client)
                bridge.writeChanges()
                call.reply()
            },
            // Waymark has agents of its own: one of GeoClue is accepted and never asked.
            .method("AddAgent", in: "s") { _, call in call.reply() },
        ]
    )

    /// Announces when the first client becomes active, and when none is any more.
    func announceUse() {
        guard isInUse != clients.contains(where: \.isActive) else { return }
        isInUse.toggle()
        // A failure is the end of the bus, which the loop notices.
        try? bus.announce(["InUse": .boolean(isInUse)], of: Self.interface.name, at: Self.managerPath)
    }

    // MARK: Clients

    private var clients: [Client] { peers.values.flatMap { $0.clients.values } }

    /// Returns a program's own client at a path; `nil` for others' clients, of which it must not learn.
    private func client(at path: String, of sender: String) -> Client? { peers[sender]?.clients[path] }

    private func location(at path: String, of sender: String) -> ToldLocation? {
        let own = peers[sender]?.clients.values.first { path.hasPrefix("\($0.path)/") }
        return own?.location(at: path)
    }

    /// Returns the client that a program gets at each call, and creates it at the first.
    private func ownClient(of sender: String) throws(BusError) -> Client {
        guard let peer = peers[sender], let own = peer.ownClient else {
            return try newClient(.init(peer: sender, isOwn: true))
        }
        guard own.settings.desktopID == "xdg-desktop-portal" else { return own }
        // The portal asks once for each session of its programs, each with its own level, and ends a session with Stop.
        for ended in peer.clients.values where ended.hasEnded && ended !== own { delete(ended) }
        return try newClient(.init(peer: sender))
    }

    private func newClient(_ record: KeptClients.Record) throws(BusError) -> Client {
        let peer =
            if let known = peers[record.peer] { known } else {
                try Peer(named: record.peer, on: bus) { [unowned self] name in forget(name) }
            }
        try UserShares.clients.check(
            peer.credentials.userID,
            among: clients.map(\.peer.credentials.userID)
        )
        let client = Client(record, of: peer, on: self)
        peer.clients[client.path] = client
        peers[peer.name] = peer
        hasChanges = true
        return client
    }

    private func forget(_ name: String) {
        guard let peer = peers.removeValue(forKey: name) else { return }
        for client in peer.clients.values { delete(client) }
    }

    private func delete(_ client: Client) {
        let peer = client.peer
        client.stop(because: "the client was deleted")
        peer.clients[client.path] = nil
        if peer.clients.isEmpty { peers[peer.name] = nil }
        hasChanges = true
    }

    // MARK: Across restarts

    /// Stores changes: twice in a turn, and before a program is told that its client is active, or no longer.
    func writeChanges() {
        guard hasChanges else { return }
        hasChanges = false
        kept?.write(clients.map(\.record) + unrestored)
    }

    /// Restores the clients of the previous bridge, except those whose programs have ended meanwhile.
    private func restore() {
        let records = unrestored
        unrestored = []
        for record in records {
            var client: Client?
            do throws(BusError) {
                var stopped = record
                stopped.activity = .stopped
                // The program may have asked for one meanwhile.
                stopped.isOwn = record.isOwn && peers[record.peer]?.ownClient == nil
                client = try newClient(stopped)
                try client?.resume(record.activity)
            } catch {
                if let client { delete(client) }
                if error.isKind(.nameHasNoOwner) { continue }
                // The bus may be busy, or others may have too many for now.
                log.info("a program's client is not there yet: \(error)")
                unrestored.append(record)
            }
        }
        hasChanges = true
        restoreAt = unrestored.isEmpty ? nil : .now + Self.restoring
    }
}

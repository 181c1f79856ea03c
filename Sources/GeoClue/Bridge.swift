import Glibc
import LinuxSystem
import LocationModel
import MessageBus
import ServiceClient
import SystemdService
import UserInput
import WaymarkInterfaces

/// The bridge between programs written for GeoClue and Waymark.
///
/// It decides nothing about anybody: it tells Waymark which user and process a program is, and hands on what Waymark
/// gives. It only makes locations coarser, as far as a program asks for that.
final class Bridge {
    let streams: StreamTable

    private let log: Log
    private let loop: BusLoop
    private let bus: MessageBus
    private var exported: [BusSubscription] = []

    private var peers: [String: Peer] = [:]
    private var clients: [Int: Client] = [:]
    private let users = UserShares()
    private let kept: KeptClients?
    private var keeper: NameKeeper?
    var held = HeldStarts()

    /// The clients whose files are to be written at the end of the turn, however often they changed in it.
    private var changed: Set<Int> = []
    private(set) var activeClients = 0

    init(_ line: ParsedCommandLine, _ log: Log) throws {
        self.log = log
        let inherited = try PassedDescriptor.claimAll()
        let address: MessageBus.Address = line.value(of: "bus").map { .at($0) } ?? .system
        loop = try BusLoop(address, endedBy: [SIGINT, SIGTERM])
        bus = loop.bus
        let identifier = try bus.identifier()
        kept = Environment.value(of: "RUNTIME_DIRECTORY").map { KeptClients(for: identifier, in: $0, log) }
        streams = StreamTable(at: ServiceAddress.path(line.value(of: "socket")), users, loop.poller, log)
        exported = [
            try bus.export(Manager(self), at: Interfaces.managerPath, as: Interfaces.manager),
            try bus.exportAll(below: Interfaces.clientsPath, as: Interfaces.client) {
                [unowned self] path, sender in client(at: path, of: sender)
            },
            try bus.exportAll(below: Interfaces.clientsPath, as: Interfaces.location) {
                [unowned self] path, sender in location(at: path, of: sender)
            },
        ]
        for record in kept?.records() ?? [] { restore(record) }
        try bus.requestName(Interfaces.busName)
        NameKeeper.end(inherited)
        keeper = try NameKeeper(at: address, loop.poller)
    }

    /// Runs until a signal ends it.
    func run() throws {
        log.notice("serves \(Interfaces.busName) for Waymark at \(streams.socket)")
        var memory = ProgramMemory(at: .now)
        while true {
            // A bounded number of messages: a program that floods the bus must not keep locations from the others.
            var hasMore = try bus.process()
            if try keeper?.process() == true { hasMore = true }
            writeChanges()
            let deadlines = [
                hasMore ? .now : nil, streams.nextDeadline, held.nextDeadline, memory.nextDeadline,
            ]
            guard let ready = try loop.wait(until: deadlines) else { return try bus.flush() }
            let now = ContinuousClock.now
            streams.advance(Set(ready.map(\.token)), at: now)
            for client in held.removeDue(at: now) { clients[client]?.refuseHeld() }
            writeChanges()
            memory.advance(hasWorked: !ready.isEmpty, at: now)
        }
    }

    // MARK: Objects

    /// Returns a program's client with a path; `nil` if it has none there: nobody is to learn what others have.
    private func client(at path: String, of sender: String) -> Client? {
        numbers(in: path).flatMap { $0.location == nil ? client($0.client, of: sender) : nil }
    }

    private func location(at path: String, of sender: String) -> ToldLocation? {
        guard let numbers = numbers(in: path), let number = numbers.location else { return nil }
        return client(numbers.client, of: sender)?.location(number)
    }

    private func client(_ number: Int, of sender: String) -> Client? {
        clients[number].flatMap { $0.peer.name == sender ? $0 : nil }
    }

    private func numbers(in path: String) -> (client: Int, location: Int?)? {
        let start = Interfaces.clientsPath + "/"
        guard path.hasPrefix(start) else { return nil }
        let parts = path.dropFirst(start.count).split(separator: "/", omittingEmptySubsequences: false)
        // Only the form that this program gives out counts, not "+1" or "01".
        func number(_ text: Substring) -> Int? { Int(text).flatMap { String($0) == text ? $0 : nil } }
        guard let first = parts.first, let client = number(first) else { return nil }
        switch parts.count {
        case 1: return (client, nil)
        case 3 where parts[1] == "Location": return number(parts[2]).map { (client, $0) }
        default: return nil
        }
    }

    /// Returns the client that a program gets each time, made at the first.
    func ownClient(of sender: String) throws(BusError) -> Client {
        if let peer = peers[sender], let own = peer.ownClient, let client = clients[own] {
            guard peer.isPortal else { return client }
            // It asks once for each session of its programs, each with its own level, and ends a session with Stop.
            for ended in peer.clients.compactMap({ clients[$0] }) where ended.hasEnded && ended !== client {
                delete(ended)
            }
            return try newClient(of: sender)
        }
        let client = try newClient(of: sender)
        client.peer.ownClient = client.number
        keep(client)
        return client
    }

    func newClient(of sender: String) throws(BusError) -> Client {
        // Drawn, because counting would tell a program how many clients others have made. None comes again.
        let client = try newClient(.random(in: 1...Int.max), of: sender)
        keep(client)
        return client
    }

    private func newClient(_ number: Int, of sender: String) throws(BusError) -> Client {
        let peer: Peer
        if let known = peers[sender] {
            peer = known
        } else {
            peer = try Peer(named: sender, on: bus) { [unowned self] name in forget(name) }
        }
        try users.addClient(of: peer.credentials.userID)
        let client = Client(number: number, of: peer, on: self)
        clients[number] = client
        peer.clients.insert(number)
        peers[sender] = peer
        return client
    }

    /// Makes a client of the bridge before again.
    private func restore(_ record: KeptClients.Record) {
        do throws(BusError) {
            let client = try newClient(record.number, of: record.peer)
            if record.isOwn { client.peer.ownClient = record.number }
            try client.resume(record)
        } catch {
            // The program has ended meanwhile, or there are too many.
            if let client = clients[record.number] { delete(client) } else { kept?.forget(record.number) }
        }
    }

    /// Has what the next bridge must know of a client written down.
    func keep(_ client: Client) { changed.insert(client.number) }

    /// Writes down what has changed: at the end of a turn, or before a program is told that it is active or not any more.
    func writeChanges() {
        for number in changed { clients[number].map { kept?.keep($0.record) } }
        changed = []
    }

    func deleteClient(_ path: String, of sender: String) throws(BusError) {
        guard let client = client(at: path, of: sender) else {
            throw BusError(.invalidArguments, "there is no such client")
        }
        delete(client)
        if client.peer.clients.isEmpty { peers[sender] = nil }
    }

    private func forget(_ name: String) {
        guard let peer = peers.removeValue(forKey: name) else { return }
        for number in peer.clients { clients[number].map { delete($0) } }
    }

    private func delete(_ client: Client) {
        client.stop(because: "the client was deleted")
        kept?.forget(client.number)
        clients[client.number] = nil
        client.peer.clients.remove(client.number)
        if client.peer.ownClient == client.number { client.peer.ownClient = nil }
        users.removeClient(of: client.peer.credentials.userID)
    }

    /// Counts the clients that are active, and announces when the first begins and the last ends.
    func countActive(_ difference: Int) {
        let wasInUse = activeClients > 0
        activeClients += difference
        guard wasInUse != (activeClients > 0) else { return }
        announce(
            ["InUse": .boolean(activeClients > 0)],
            of: Interfaces.manager.name,
            at: Interfaces.managerPath,
            to: nil
        )
    }

    // MARK: Signals

    func emit(_ member: String, of interface: String, at path: String, _ values: [BusValue], to peer: String)
    {
        // A failure is the end of the bus, which the loop notices.
        try? bus.emit(member, of: interface, at: path, values, to: peer)
    }

    func announce(_ values: [String: BusValue], of interface: String, at path: String, to peer: String?) {
        try? bus.announce(values, of: interface, at: path, to: peer)
    }
}

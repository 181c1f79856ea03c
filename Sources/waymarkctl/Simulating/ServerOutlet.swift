import LinuxSystem

/// A port on which everybody who connects gets the sentences from now on.
final class ServerOutlet: Outlet {
    /// What waits for one client, past which he is too slow and is disconnected: a minute of most receivers.
    private static let mostWaiting = 64 << 10

    /// Clients at a time.
    private static let mostClients = 256

    private let listener: TCPListener
    private let place: NetworkPlace
    private var clients: [Listener] = []
    private weak var poller: Poller?
    private var token: Poller.Token?

    init(at place: NetworkPlace) throws(NetworkError) {
        self.place = place
        listener = try TCPListener(host: place.host, port: place.port)
    }

    deinit { if let token { poller?.unwatch(token) } }

    var announcement: String? { "tcp://\(place.authority(port: listener.port))" }

    var isReady: Bool { !clients.isEmpty && isDrained }

    var isDrained: Bool { clients.allSatisfy { $0.waitingBytes == 0 } }

    func attach(to poller: Poller) throws(SystemError) {
        self.poller = poller
        token = try poller.watch(listener.descriptor.rawValue, for: .readable)
    }

    func react(to reports: [Poller.Readiness]) throws(SystemError) {
        for report in reports {
            if report.token == token { try accept() }
            guard let client = clients.first(where: { $0.token == report.token }) else { continue }
            if report.isHangup || (report.isReadable && !client.discardInput()) {
                drop(client)
            } else if report.isWritable {
                attempt(client) { (client) throws(SystemError) in try client.flush() }
            }
        }
    }

    func send(_ cycle: [UInt8]) {
        for client in clients {
            attempt(client) { (client) throws(SystemError) in try client.send(cycle) }
            if client.waitingBytes > Self.mostWaiting { drop(client) }
        }
    }

    private func accept() throws(SystemError) {
        guard let poller else { return }
        while let descriptor = listener.accept() {
            guard clients.count < Self.mostClients else { continue }
            let client = try Listener(descriptor)
            try client.attach(to: poller)
            clients.append(client)
        }
    }

    private func attempt(_ client: Listener, _ action: (Listener) throws(SystemError) -> Void) {
        do throws(SystemError) { try action(client) } catch { drop(client) }
    }

    private func drop(_ client: Listener) { clients.removeAll { $0 === client } }
}

/// A host and a port, as people write them: `10110`, `localhost:10110`, `[::1]:10110`.
struct NetworkPlace {
    /// A name or an address; `nil` where only a port was written.
    let host: String?
    let port: UInt16

    init?(_ text: String) {
        let colon = text.lastIndex(of: ":")
        guard let port = UInt16(colon.map { text[text.index(after: $0)...] } ?? text[...]) else { return nil }
        self.port = port
        guard let colon else {
            host = nil
            return
        }
        var name = text[..<colon]
        if name.hasPrefix("["), name.hasSuffix("]") {
            name = name.dropFirst().dropLast()
        } else if name.contains(":") {
            return nil
        }
        guard !name.isEmpty else { return nil }
        host = String(name)
    }

    /// The form that URLs have; this machine where no host was written.
    func authority(port: UInt16) -> String {
        let name = host ?? "localhost"
        return name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
    }
}

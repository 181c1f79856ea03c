import LinuxSystem

/// A TCP server that sends the sentences to its clients.
final class ServerOutlet: Outlet {
    /// The number of unsent bytes above which a client is disconnected, about a minute of most receivers.
    private static let backlogLimit = 64 << 10

    /// The most clients at a time.
    private static let clientLimit = 256

    private let listener: TCPListener
    private let address: HostAndPort
    private var clients: [BufferedWriter] = []
    private weak var poller: Poller?
    private var tokens: [Poller.Token] = []

    init(at address: HostAndPort) throws(NetworkError) {
        self.address = address
        listener = try TCPListener(host: address.host, port: address.port)
    }

    deinit { for token in tokens { poller?.unwatch(token) } }

    var announcement: String? { "tcp://\(address.authority(port: listener.port))" }

    var isReady: Bool { !clients.isEmpty && isDrained }

    var isDrained: Bool { clients.allSatisfy { $0.unsentBytes == 0 } }

    func attach(to poller: Poller) throws(SystemError) {
        self.poller = poller
        for descriptor in listener.descriptors { tokens.append(try poller.watch(descriptor, for: .readable)) }
    }

    func react(to reports: [Poller.Readiness]) throws(SystemError) {
        for report in reports {
            if tokens.contains(report.token) { try accept() }
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
            if client.unsentBytes > Self.backlogLimit { drop(client) }
        }
    }

    private func accept() throws(SystemError) {
        guard let poller else { return }
        while let descriptor = listener.accept() {
            guard clients.count < Self.clientLimit else { continue }
            let client = try BufferedWriter(descriptor)
            try client.attach(to: poller)
            clients.append(client)
        }
    }

    private func attempt(_ client: BufferedWriter, _ action: (BufferedWriter) throws(SystemError) -> Void) {
        do throws(SystemError) { try action(client) } catch { drop(client) }
    }

    private func drop(_ client: BufferedWriter) { clients.removeAll { $0 === client } }
}

/// An optional host and a port on the command line: `10110`, `localhost:10110`, `[::1]:10110`.
struct HostAndPort {
    /// A name or address; `nil` if only a port was given.
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

    /// Returns the address in the form used in URLs; without a host, that of this machine.
    func authority(port: UInt16) -> String {
        let name = host ?? "localhost"
        return name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
    }
}

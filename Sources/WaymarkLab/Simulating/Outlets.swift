import Glibc
import LinuxSystem
import UserInput

/// A destination of a simulated receiver's sentences.
protocol Outlet: AnyObject {
    /// The address to print for programs that want to listen; `nil` if there is none.
    var announcement: String? { get }

    /// Whether a listener is ready for the next cycle.
    var isReady: Bool { get }
    var isDrained: Bool { get }

    func attach(to poller: Poller) throws(SystemError)

    func react(to reports: [Poller.Readiness]) throws(SystemError)

    /// Sends the sentences of one cycle without waiting for slow listeners.
    func send(_ cycle: [UInt8]) throws(SystemError)

    func complete() throws(SystemError)
}

extension Outlet {
    var announcement: String? { nil }
    var isReady: Bool { true }
    var isDrained: Bool { true }

    func attach(to poller: Poller) {}
    func react(to reports: [Poller.Readiness]) {}
    func complete() {}
}

final class FileOutlet: Outlet {
    private var file: OutputFile

    init(_ path: String) throws(OutputProblem) { file = try OutputFile(path) }

    func send(_ cycle: [UInt8]) throws(SystemError) { try file.write(cycle) }

    func complete() throws(SystemError) { try file.complete() }
}

final class DatagramOutlet: Outlet {
    /// The largest datagram in bytes, which usual networks do not fragment.
    private static let datagramLimit = 1400

    private let sender: DatagramSender

    init(to address: HostAndPort) throws(NetworkError) {
        sender = try DatagramSender(to: address.host, port: address.port)
    }

    func send(_ cycle: [UInt8]) {
        var start = 0
        while start < cycle.count {
            var end = cycle.count
            if end - start > Self.datagramLimit {
                let line = cycle[start..<start + Self.datagramLimit].lastIndex(of: UInt8(ascii: "\n"))
                end = line.map { $0 + 1 } ?? start + Self.datagramLimit
            }
            sender.send(cycle[start..<end])
            start = end
        }
    }
}

/// A pseudo-terminal that programs see as a serial port with a receiver.
final class TerminalOutlet: Outlet {
    /// The number of unread bytes above which new sentences are lost, as on a serial port.
    private static let backlogLimit = 4096

    private let device: BufferedWriter
    private let path: String
    private let link: String?

    /// Opens a pseudo-terminal and makes the symbolic link `link` point to it.
    init(link: String?) throws(SystemError) {
        let terminal = try PseudoTerminal()
        path = terminal.path
        self.link = link
        // The kernel reports a hang-up only after the terminal was open once, so open it once. Sentences sent while no
        // program has it open must be lost, as on a serial port: buffered, they would be outdated when read.
        _ = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
        device = try BufferedWriter(terminal.release())
        guard let link else { return }
        try Self.remove(link)
        guard unsafe symlink(path, link) == 0 else { throw SystemError("symlink", on: link) }
    }

    deinit {
        guard let link, Self.target(of: link) == path else { return }
        _ = unsafe unlink(link)
    }

    var announcement: String? { path }

    var isReady: Bool { !device.isHungUp && device.unsentBytes == 0 }

    var isDrained: Bool { device.isHungUp || device.unsentBytes == 0 }

    func send(_ cycle: [UInt8]) throws(SystemError) {
        // The terminal is not watched, because it would report a hang-up forever while no program has it open. Discard
        // what programs write to the receiver, so that they do not block.
        _ = device.discardInput()
        guard !device.isHungUp else { return device.clear() }
        do throws(SystemError) {
            try device.send(device.unsentBytes < Self.backlogLimit ? cycle : [])
        } catch {
            // It has just been closed.
            guard error.code == EIO else { throw error }
            device.clear()
        }
    }

    /// Removes a symbolic link to a terminal, which an earlier run left.
    ///
    /// Any other link or file stays, and creating the link fails.
    private static func remove(_ link: String) throws(SystemError) {
        guard target(of: link)?.hasPrefix("/dev/pts/") ?? false else { return }
        guard unsafe unlink(link) == 0 || errno == ENOENT else { throw SystemError("unlink", on: link) }
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

final class ServerOutlet: Outlet {
    /// The number of unsent bytes above which a client is disconnected, about a minute of most receivers.
    private static let backlogLimit = 64 << 10
    private static let clientLimit = 256

    private let listener: TCPListener
    private let host: String
    private var clients: [BufferedWriter] = []
    private weak var poller: Poller?
    private var tokens: [Poller.Token] = []

    /// Listens at an address of this machine, or at all of it.
    init(at host: String?, port: UInt16) throws(NetworkError) {
        self.host = host ?? "localhost"
        listener = try TCPListener(host: host, port: port)
    }

    deinit { for token in tokens { poller?.unwatch(token) } }

    var announcement: String? { "tcp://\(HostAndPort(host: host, port: listener.port))" }

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

/// A non-blocking destination of sentences, with the bytes that it has not accepted yet.
final class BufferedWriter {
    /// The token under which the loop watches it; `nil` before.
    private(set) var token: Poller.Token?

    private let descriptor: FileDescriptor
    private var backlog: [UInt8] = []
    private var sent = 0
    private weak var poller: Poller?

    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.makeNonBlocking()
        self.descriptor = descriptor
    }

    deinit { if let token { poller?.unwatch(token) } }

    var unsentBytes: Int { backlog.count - sent }

    func attach(to poller: Poller) throws(SystemError) {
        self.poller = poller
        token = try poller.watch(descriptor.rawValue, for: .readable)
    }

    /// Sends as many bytes as it accepts and keeps the rest.
    func send(_ bytes: [UInt8]) throws(SystemError) {
        backlog += bytes
        try flush()
    }

    func flush() throws(SystemError) {
        while unsentBytes > 0 {
            let count = try descriptor.writeSome(of: backlog, from: sent)
            guard count > 0 else { break }
            sent += count
        }
        if unsentBytes == 0 {
            backlog.removeAll(keepingCapacity: true)
            sent = 0
        }
        if let token {
            try poller?.change(token, to: unsentBytes > 0 ? [.readable, .writable] : .readable)
        }
    }

    /// Discards the unsent bytes.
    func clear() {
        backlog = []
        sent = 0
    }

    /// Reads and discards the input.
    ///
    /// Returns `false` if the peer is gone.
    func discardInput() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            switch try? descriptor.read(into: &buffer) {
            case .bytes: continue
            case .nothing: return true
            case .end, nil: return false
            }
        }
    }

    /// Whether the other side of the terminal is closed or the peer is gone.
    var isHungUp: Bool {
        var request = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
        return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
    }
}

import LinuxSystem

/// A destination of a simulated receiver's sentences.
protocol Outlet: AnyObject {
    /// The address to print for programs that want to listen; `nil` if there is none.
    var announcement: String? { get }

    /// Whether a listener is ready for the next cycle.
    var isReady: Bool { get }

    /// Whether all sentences have been delivered.
    var isDrained: Bool { get }

    /// Registers the outlet's descriptors with the loop.
    func attach(to poller: Poller) throws(SystemError)

    /// Handles the events that the loop reports.
    func react(to reports: [Poller.Readiness]) throws(SystemError)

    /// Sends the sentences of one cycle without waiting for slow listeners.
    func send(_ cycle: [UInt8]) throws(SystemError)

    /// Ends what was sent.
    func complete() throws(SystemError)
}

extension Outlet {
    func complete() {}
}

/// A file or standard output.
final class FileOutlet: Outlet {
    let announcement: String? = nil
    let isReady = true
    let isDrained = true

    private var file: OutputFile

    init(_ path: String) throws(OutputProblem) { file = try OutputFile(path) }

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

    func send(_ cycle: [UInt8]) throws(SystemError) { try file.write(cycle) }

    func complete() throws(SystemError) { try file.complete() }
}

/// UDP datagrams of whole sentences.
final class DatagramOutlet: Outlet {
    let announcement: String? = nil
    let isReady = true
    let isDrained = true

    /// The largest datagram in bytes, which usual networks do not fragment.
    private static let datagramLimit = 1400

    private let sender: DatagramSender

    init(to address: HostAndPort) throws(NetworkError) {
        sender = try DatagramSender(to: address.host ?? "localhost", port: address.port)
    }

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

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

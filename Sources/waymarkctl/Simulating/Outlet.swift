import LinuxSystem

/// Where a simulated receiver's sentences go.
protocol Outlet: AnyObject {
    /// What to tell whoever wants to listen; `nil` where there is nothing to tell.
    var announcement: String? { get }

    /// Whether the next cycle would find somebody who takes it now.
    var isReady: Bool { get }

    /// Whether all that was sent has been taken.
    var isDrained: Bool { get }

    /// Has the loop report what concerns this outlet.
    func attach(to poller: Poller) throws(SystemError)

    /// Does what the loop's reports ask for.
    func react(to reports: [Poller.Readiness]) throws(SystemError)

    /// Takes the sentences of one cycle. Nobody who is slow is waited for.
    func send(_ cycle: [UInt8]) throws(SystemError)
}

/// A file, or standard output, which gets everything.
final class FileOutlet: Outlet {
    let announcement: String? = nil
    let isReady = true
    let isDrained = true

    private let file: OutputFile

    init(_ path: String) throws(SystemError) { file = try OutputFile(path) }

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

    func send(_ cycle: [UInt8]) throws(SystemError) { try file.write(cycle) }
}

/// Datagrams, each of whole sentences.
final class DatagramOutlet: Outlet {
    let announcement: String? = nil
    let isReady = true
    let isDrained = true

    /// What goes through every usual network in one piece.
    private static let largestDatagram = 1400

    private let sender: DatagramSender

    init(to place: NetworkPlace) throws(NetworkError) {
        sender = try DatagramSender(to: place.host ?? "localhost", port: place.port)
    }

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

    func send(_ cycle: [UInt8]) {
        var start = 0
        while start < cycle.count {
            var end = cycle.count
            if end - start > Self.largestDatagram {
                let line = cycle[start..<start + Self.largestDatagram].lastIndex(of: UInt8(ascii: "\n"))
                end = line.map { $0 + 1 } ?? start + Self.largestDatagram
            }
            sender.send(cycle[start..<end])
            start = end
        }
    }
}

import Glibc
import LinuxSystem

/// A pseudo-terminal: to programs, a serial line with a receiver at its end.
final class TerminalOutlet: Outlet {
    /// What a serial line would have on its way; whoever leaves more unread loses the newest.
    private static let mostWaiting = 4096

    private let device: Listener
    private let path: String
    private let link: String?

    /// Opens a terminal, and has `link` point to it.
    init(link: String?) throws(SystemError) {
        let terminal = try PseudoTerminal.open()
        path = terminal.path
        self.link = link
        // The kernel tells that nobody has the terminal open only after somebody had. What is sent while nobody listens
        // is lost, as on a line; kept, it would be old news to whoever comes.
        _ = try FileDescriptor(opening: path, O_RDWR | O_NOCTTY)
        device = try Listener(terminal.release())
        guard let link else { return }
        try Self.remove(link)
        guard unsafe symlink(path, link) == 0 else { throw SystemError("symlink", on: link) }
    }

    deinit {
        guard let link, Self.target(of: link) == path else { return }
        _ = unsafe unlink(link)
    }

    var announcement: String? { path }

    var isReady: Bool { !device.isHungUp && device.waitingBytes == 0 }

    var isDrained: Bool { device.isHungUp || device.waitingBytes == 0 }

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

    func send(_ cycle: [UInt8]) throws(SystemError) {
        // Not watched, because a terminal that nobody has open would be reported for ever. What programs write to the
        // receiver is taken off the line here, lest they block.
        _ = device.discardInput()
        guard !device.isHungUp else { return device.clear() }
        try device.send(device.waitingBytes < Self.mostWaiting ? cycle : [])
    }

    /// Removes a link that an earlier run has left; anything else stays, and is in the way.
    private static func remove(_ link: String) throws(SystemError) {
        guard target(of: link) != nil else { return }
        guard unsafe unlink(link) == 0 || errno == ENOENT else { throw SystemError("unlink", on: link) }
    }

    private static func target(of link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink(link, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

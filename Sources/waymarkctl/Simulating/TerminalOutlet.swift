import Glibc
import LinuxSystem

/// A pseudo-terminal that programs see as a serial port with a receiver.
final class TerminalOutlet: Outlet {
    /// The number of unread bytes above which new sentences are lost, as on a serial port.
    private static let backlogLimit = 4096

    private let device: BufferedWriter
    private let path: String
    private let link: String?

    /// Opens a pseudo-terminal and makes the symbolic link `link` point to it.
    init(link: String?) throws(SystemError) {
        let terminal = try PseudoTerminal.open()
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

    func attach(to poller: Poller) {}

    func react(to reports: [Poller.Readiness]) {}

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

    /// Removes a symbolic link that an earlier run left.
    ///
    /// Any other file stays, and creating the link fails.
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

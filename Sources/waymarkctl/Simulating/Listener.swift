import Glibc
import LinuxSystem

/// Somebody who takes sentences as fast as he can, and what waits for him.
final class Listener {
    /// Watched by the loop; `nil` until then.
    private(set) var token: Poller.Token?

    private let descriptor: FileDescriptor
    private var backlog: [UInt8] = []
    private var sent = 0
    private weak var poller: Poller?

    /// Takes over a descriptor, which will not block.
    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.makeNonBlocking()
        self.descriptor = descriptor
    }

    deinit { if let token { poller?.unwatch(token) } }

    /// How many bytes wait.
    var waitingBytes: Int { backlog.count - sent }

    func attach(to poller: Poller) throws(SystemError) {
        self.poller = poller
        token = try poller.watch(descriptor.rawValue, for: .readable)
    }

    /// Sends what is taken, and keeps the rest.
    func send(_ bytes: [UInt8]) throws(SystemError) {
        backlog += bytes
        try flush()
    }

    func flush() throws(SystemError) {
        while waitingBytes > 0 {
            let count = try descriptor.writeSome(of: backlog, from: sent)
            guard count > 0 else { break }
            sent += count
        }
        if waitingBytes == 0 {
            backlog.removeAll(keepingCapacity: true)
            sent = 0
        }
        if let token {
            try poller?.change(token, to: waitingBytes > 0 ? [.readable, .writable] : .readable)
        }
    }

    /// Forgets what waits.
    func clear() {
        backlog = []
        sent = 0
    }

    /// Reads and forgets what was sent here, or returns false when there is nobody left to send anything.
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

    /// Whether the other side of a terminal is closed, or the peer gone.
    var isHungUp: Bool {
        var request = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
        return unsafe poll(&request, 1, 0) > 0 && request.revents & Int16(POLLHUP | POLLERR) != 0
    }
}

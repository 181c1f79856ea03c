import Glibc
import LinuxSystem

/// A non-blocking destination of sentences, with the bytes that it has not accepted yet.
final class BufferedWriter {
    /// The token under which the loop watches it; `nil` before.
    private(set) var token: Poller.Token?

    private let descriptor: FileDescriptor
    private var backlog: [UInt8] = []
    private var sent = 0
    private weak var poller: Poller?

    /// Takes ownership of a descriptor and makes it non-blocking.
    init(_ descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.makeNonBlocking()
        self.descriptor = descriptor
    }

    deinit { if let token { poller?.unwatch(token) } }

    /// The number of unsent bytes.
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

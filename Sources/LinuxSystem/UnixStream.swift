import CLinux
import Glibc

/// One end of a connected local socket.
///
/// It never blocks and never raises SIGPIPE.
package final class UnixStream: LocalStream, Sendable {
    package let descriptor: FileDescriptor

    package var number: CInt { descriptor.rawValue }

    /// Takes ownership of a connected socket and makes it non-blocking and close-on-exec.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.makeNonBlocking()
        try descriptor.setCloseOnExec()
        self.descriptor = descriptor
    }

    init(accepted descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to the socket at `path`, and waits for a place in the listener's queue if that is full.
    ///
    /// - Throws: ``SystemError``: `ENOENT` and `ECONNREFUSED` mean that nobody listens, `EAGAIN` that the listener's
    ///   queue stayed full.
    package init(connectingTo path: String, patience: Duration = .zero) throws(SystemError) {
        let descriptor = try FileDescriptor(of: "socket", socket(AF_UNIX, Self.streamType, 0))
        if patience > .zero { try descriptor.makeBlocking(sendTimeout: patience) }
        // If the queue has room, `connect` on a local socket succeeds at once, before anyone accepts the connection.
        guard unsafe waymark_unix_connect(descriptor.rawValue, path, path.utf8.count) == 0 else {
            throw SystemError("connect", on: path)
        }
        try descriptor.makeNonBlocking()
        self.descriptor = descriptor
    }

    /// Shuts the connection down before closing: between `fork` and `exec`, a child holds a copy of the descriptor,
    /// which would keep the connection open.
    deinit {
        _ = shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
    }

    static let streamType = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Receives the available bytes, at most as many as `buffer` holds.
    ///
    /// The kernel closes descriptors that a peer attaches, because `read` cannot receive them.
    package func receive(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        try descriptor.read(into: &buffer)
    }

    package func send(_ bytes: [UInt8], from offset: Int) throws(SystemError) -> Int {
        let (socket, flags) = (descriptor.rawValue, CInt(MSG_DONTWAIT | MSG_NOSIGNAL))
        let count = unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
            return uninterrupted { unsafe Glibc.send(socket, rest.baseAddress, rest.count, flags) }
        }
        guard count >= 0 || errno == EAGAIN else { throw SystemError("send") }
        return max(count, 0)
    }

    package func peer() throws(SystemError) -> PeerCredentials { try PeerCredentials(of: self) }

    /// Shuts down both directions.
    ///
    /// This wakes every thread that waits for this stream.
    package func shutDown() {
        _ = shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
    }

    /// Blocks until the stream is ready or `deadline` passes.
    ///
    /// For a thread that waits for nothing else; a loop uses a ``Poller``.
    ///
    /// - Returns: Whether it became ready. An end or error also counts as ready; the next call reports it.
    package func wait(
        toSend: Bool = false,
        until deadline: ContinuousClock.Instant?
    ) throws(SystemError) -> Bool {
        while true {
            var timeout: CInt = -1
            if let deadline {
                let left = deadline - .now
                guard left > .zero else { return false }
                // Rounded up, to avoid a busy loop in the last millisecond.
                timeout = CInt(
                    clamping: left.components.seconds * 1000 + 1
                        + left.components.attoseconds / 1_000_000_000_000_000
                )
            }
            var request = pollfd(
                fd: descriptor.rawValue,
                events: Int16(toSend ? POLLOUT : POLLIN),
                revents: 0
            )
            let count = unsafe poll(&request, 1, timeout)
            if count > 0 { return true }
            if count < 0 && errno != EINTR { throw SystemError("poll") }
        }
    }
}

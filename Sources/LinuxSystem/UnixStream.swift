import CLinux
import Glibc

/// One end of a connected local socket, which never blocks and never raises a signal.
package struct UnixStream: ~Copyable, Sendable {
    /// The socket, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// Takes over a connected socket and makes it non-blocking and close-on-exec.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        try descriptor.makeNonBlocking()
        try descriptor.setCloseOnExec()
        self.descriptor = descriptor
    }

    /// Takes over a socket that was made non-blocking and close-on-exec at its birth.
    init(accepted descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to the socket at `path`.
    ///
    /// - Parameters:
    ///   - path: Where the socket is.
    ///   - patience: How long to wait for a place in the listener's queue if that is full.
    /// - Throws: ``SystemError``: `ENOENT` and `ECONNREFUSED` mean that nobody listens, `EAGAIN` that
    ///   the listener's queue stayed full.
    package init(connectingTo path: String, patience: Duration = .zero) throws(SystemError) {
        let number = socket(AF_UNIX, Self.streamType, 0)
        guard number >= 0 else { throw SystemError("socket") }
        let descriptor = FileDescriptor(owning: number)
        if patience > .zero { try descriptor.makeBlocking(sendTimeout: patience) }
        // With room in the queue, `connect` on a local socket succeeds at once: nobody need have accepted yet.
        guard unsafe waymark_unix_connect(number, path, path.utf8.count) == 0 else {
            throw SystemError("connect", on: path)
        }
        try descriptor.makeNonBlocking()
        self.descriptor = descriptor
    }

    /// Ends the connection for the other side at once: a child that is about to become another program has a copy of the
    /// descriptor, and would keep it up until then.
    deinit { _ = shutdown(descriptor.rawValue, CInt(SHUT_RDWR)) }

    static let streamType = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    /// Receives into `buffer`, at most as many bytes as it holds.
    ///
    /// Descriptors that a peer attaches are closed by the kernel, because this is `recv`, which has no place
    /// for them.
    package borrowing func receive(into buffer: inout [UInt8]) throws(SystemError) -> Arrival {
        let socket = descriptor.rawValue
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe recv(socket, bytes.baseAddress, bytes.count, CInt(MSG_DONTWAIT))
            }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: throw SystemError("recv")
            }
        }
    }

    /// Sends as much of `bytes` from `offset` as the socket takes.
    ///
    /// - Returns: How many bytes it took; 0 when its buffer is full.
    /// - Throws: ``SystemError``; `EPIPE` and `ECONNRESET` mean that the peer is gone.
    package borrowing func send(_ bytes: [UInt8], from offset: Int = 0) throws(SystemError) -> Int {
        let socket = descriptor.rawValue
        while true {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
                let flags = CInt(MSG_DONTWAIT | MSG_NOSIGNAL)
                return unsafe Glibc.send(socket, rest.baseAddress, rest.count, flags)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: throw SystemError("send")
            }
        }
    }

    /// Ends both directions, which wakes whoever waits for this stream, on any thread.
    package borrowing func shutDown() {
        _ = shutdown(descriptor.rawValue, CInt(SHUT_RDWR))
    }

    /// Ends the sending direction only.
    package borrowing func endOutput() {
        _ = shutdown(descriptor.rawValue, CInt(SHUT_WR))
    }

    /// Blocks until the stream is ready or `deadline` passes.
    ///
    /// For a thread that has nothing else to wait for; a loop uses ``Poller``.
    ///
    /// - Returns: Whether it became ready, be it by an end or an error that the next call will tell.
    package borrowing func wait(
        toSend: Bool = false,
        until deadline: ContinuousClock.Instant?
    ) throws(SystemError) -> Bool {
        while true {
            var timeout: CInt = -1
            if let deadline {
                let left = deadline - .now
                guard left > .zero else { return false }
                // Rounded up, lest the last fraction of a millisecond be spent turning.
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

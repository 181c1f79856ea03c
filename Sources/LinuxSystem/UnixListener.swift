import CLinux
import Glibc

/// Why a path cannot be listened on.
package enum ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process serves this path.
    case alreadyServed(String)

    /// Something other than a socket is at this path, and is left alone.
    case notASocket(String)

    /// The kernel refused.
    case system(SystemError)

    /// What is wrong and what may be done, for the operator.
    package var description: String {
        switch self {
        case .alreadyServed(let path):
            "\(path) is served by another process; stop it or choose another path"
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or choose another path"
        case .system(let error):
            error.description
        }
    }
}

/// A listening local socket.
package struct UnixListener: ~Copyable, Sendable {
    /// What came of trying to accept.
    package enum Accepted: ~Copyable {
        /// A new connection.
        case connection(UnixStream)

        /// Nobody waits.
        case nothing

        /// Somebody waited, but the process has no descriptor left, so the connection was closed.
        case refused
    }

    /// The socket, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// Held open so that a connection can still be accepted, and closed, when descriptors have run out.
    ///
    /// Without it the connection would stay in the queue and the loop would turn at full speed.
    private var spare: FileDescriptor?

    private let claim: PathClaim?

    /// Listens at `path`, in place of a socket that a process which has ended left there.
    ///
    /// - Parameters:
    ///   - path: Where the socket is made; `path.lock` beside it tells whether it is served.
    ///   - permissions: The mode of the socket's file.
    ///   - backlog: How many connections may wait to be accepted.
    /// - Throws: ``ListenFailure``.
    package init(at path: String, permissions: UInt32 = 0o666, backlog: Int32 = 128) throws(ListenFailure) {
        let claim = try PathClaim(of: path)
        do throws(SystemError) {
            let number = socket(AF_UNIX, UnixStream.streamType, 0)
            guard number >= 0 else { throw SystemError("socket") }
            let descriptor = FileDescriptor(owning: number)
            guard unsafe waymark_unix_bind(number, path, path.utf8.count) == 0 else {
                throw SystemError("bind", on: path)
            }
            // Nobody can connect between `bind` and `listen`, so there is no moment of wider permissions.
            guard unsafe chmod(path, permissions) == 0 else { throw SystemError("chmod", on: path) }
            guard listen(number, backlog) == 0 else { throw SystemError("listen", on: path) }
            try self.init(owning: descriptor, claim: claim)
        } catch { throw .system(error) }
    }

    /// Takes over a socket that somebody else bound and listens on, such as a service manager.
    ///
    /// - Throws: ``SystemError``; `EINVAL` if the descriptor is no listening socket.
    package init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
        guard descriptor.isListeningSocket else {
            throw SystemError("getsockopt", on: "SO_ACCEPTCONN", code: EINVAL)
        }
        try descriptor.makeNonBlocking()
        try descriptor.setCloseOnExec()
        try self.init(owning: descriptor, claim: nil)
    }

    private init(owning descriptor: consuming FileDescriptor, claim: consuming PathClaim?) throws(SystemError)
    {
        descriptor.refusePassedDescriptors()
        self.descriptor = descriptor
        self.claim = claim
        spare = try FileDescriptor(opening: "/dev/null", O_RDONLY)
    }

    /// Takes one waiting connection.
    ///
    /// - Throws: ``SystemError`` when the listener itself is of no use any more.
    package mutating func accept() throws(SystemError) -> Accepted {
        while true {
            let number = waymark_accept(descriptor.rawValue)
            if number >= 0 { return .connection(UnixStream(accepted: FileDescriptor(owning: number))) }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EAGAIN: return .nothing
            case EMFILE, ENFILE, ENOMEM, ENOBUFS: return refuse()
            default: throw SystemError("accept4")
            }
        }
    }

    private mutating func refuse() -> Accepted {
        spare = nil
        let number = waymark_accept(descriptor.rawValue)
        if number >= 0 { close(number) }
        spare = try? FileDescriptor(opening: "/dev/null", O_RDONLY)
        return number >= 0 ? .refused : .nothing
    }
}

extension FileDescriptor {
    /// Whether this is a socket that `listen` was called on.
    package var isListeningSocket: Bool {
        var isListening: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return unsafe getsockopt(rawValue, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0
            && isListening != 0
    }

    /// Has the kernel refuse descriptors that peers attach to what they send (from 6.16 on).
    ///
    /// Connections inherit it from their listener. An older kernel does not know the option, and there
    /// receiving with `recv` closes such descriptors at once.
    borrowing func refusePassedDescriptors() {
        var isAllowed: CInt = 0
        let length = socklen_t(MemoryLayout<CInt>.size)
        _ = unsafe setsockopt(rawValue, SOL_SOCKET, CInt(WAYMARK_SO_PASSRIGHTS), &isAllowed, length)
    }
}

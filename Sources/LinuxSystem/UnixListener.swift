import CLinux
import Glibc

package enum ListenFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case alreadyServed(String)
    case notASocket(String)

    case system(SystemError)

    package var description: String {
        switch self {
        case .alreadyServed(let path):
            "\(path) is served by another process; stop it or choose another path"
        case .notASocket(let path):
            "\(path) exists and is not a socket; remove it or choose another path"
        case .system(let error):
            switch error.code {
            case ENOENT: "\(error); make the folder or choose another path"
            case EACCES, EROFS: "\(error); let this user write into the folder or choose another path"
            case ENAMETOOLONG:
                "\(error); choose a path of at most 107 bytes, as a socket may have no longer one"
            default: error.description
            }
        }
    }
}

package final class UnixListener: LocalListener {
    package let descriptor: FileDescriptor

    package var number: CInt { descriptor.rawValue }

    /// A reserve descriptor, with which a connection can be accepted and closed when the process has run out of them.
    ///
    /// Without it, the connection would stay in the queue and the loop would spin.
    private var spare: FileDescriptor?

    private let claim: PathClaim?

    /// Listens at `path`; replaces a socket that an ended process left there.
    ///
    /// A lock on `path.lock` shows whether it is in use.
    package convenience init(at path: String, permissions: UInt32 = 0o666) throws(ListenFailure) {
        let claim = try PathClaim(of: path)
        do throws(SystemError) {
            let descriptor = try FileDescriptor(of: "socket", socket(AF_UNIX, UnixStream.streamType, 0))
            let number = descriptor.rawValue
            guard unsafe waymark_unix_bind(number, path, path.utf8.count) == 0 else {
                throw SystemError("bind", on: path)
            }
            // Nobody can connect before `listen`, so the wider permissions after `bind` do no harm.
            guard unsafe chmod(path, permissions) == 0 else { throw SystemError("chmod", on: path) }
            guard listen(number, 128) == 0 else { throw SystemError("listen", on: path) }
            try self.init(owning: descriptor, claim: claim)
        } catch { throw .system(error) }
    }

    /// Takes ownership of a listening socket that another process, such as the service manager, created.
    ///
    /// - Throws: ``SystemError``; `EINVAL` if the descriptor is not a listening socket.
    package convenience init(adopting descriptor: consuming FileDescriptor) throws(SystemError) {
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

    package func accept() throws(SystemError) -> AcceptedConnection {
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

    private func refuse() -> AcceptedConnection {
        spare = nil
        let number = waymark_accept(descriptor.rawValue)
        if number >= 0 { close(number) }
        spare = try? FileDescriptor(opening: "/dev/null", O_RDONLY)
        return number >= 0 ? .refused : .nothing
    }
}

extension FileDescriptor {
    package var isListeningSocket: Bool {
        var isListening: CInt = 0
        var length = socklen_t(MemoryLayout<CInt>.size)
        return unsafe getsockopt(rawValue, SOL_SOCKET, SO_ACCEPTCONN, &isListening, &length) == 0
            && isListening != 0
    }

    /// Makes the kernel refuse descriptors that peers attach to their messages (since Linux 6.16).
    ///
    /// Connections inherit the option from their listener. Older kernels do not know it; there `read` closes such
    /// descriptors at once.
    borrowing func refusePassedDescriptors() {
        var isAllowed: CInt = 0
        let length = socklen_t(MemoryLayout<CInt>.size)
        _ = unsafe setsockopt(rawValue, SOL_SOCKET, CInt(WAYMARK_SO_PASSRIGHTS), &isAllowed, length)
    }
}

import CLinux
import Glibc

extension FileDescriptor {
    package borrowing func makeNonBlocking() throws(SystemError) {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemError("fcntl")
        }
    }

    /// Closes the descriptor in programs that this process executes.
    package borrowing func setCloseOnExec() throws(SystemError) {
        guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError("fcntl") }
    }

    /// Makes a socket blocking, with a timeout for calls that send.
    borrowing func makeBlocking(sendTimeout: Duration) throws(SystemError) {
        var timeout = timeval()
        timeout.tv_sec = Int(sendTimeout.components.seconds)
        timeout.tv_usec = Int(sendTimeout.components.attoseconds / 1_000_000_000_000)
        let length = socklen_t(MemoryLayout<timeval>.size)
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, fcntl(rawValue, F_SETFL, flags & ~O_NONBLOCK) == 0 else {
            throw SystemError("fcntl")
        }
        guard unsafe setsockopt(rawValue, SOL_SOCKET, SO_SNDTIMEO, &timeout, length) == 0 else {
            throw SystemError("setsockopt", on: "SO_SNDTIMEO")
        }
    }
}

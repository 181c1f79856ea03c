import CLinux
import Glibc

extension FileDescriptor {
    /// Makes reads and writes return at once.
    package borrowing func makeNonBlocking() throws(SystemError) {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemError("fcntl")
        }
    }

    /// Keeps the descriptor from programs that this process starts.
    package borrowing func setCloseOnExec() throws(SystemError) {
        guard fcntl(rawValue, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError("fcntl") }
    }
}

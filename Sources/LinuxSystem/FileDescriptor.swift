import CLinux
import Glibc

/// An open file descriptor that is closed at the end of its lifetime.
package struct FileDescriptor: ~Copyable, Sendable {
    package let rawValue: CInt

    /// Takes ownership of `rawValue`.
    ///
    /// Nothing else may close it.
    package init(owning rawValue: CInt) { self.rawValue = rawValue }

    deinit { _ = close(rawValue) }

    /// Gives up ownership without closing.
    package consuming func release() -> CInt {
        let descriptor = rawValue
        discard self
        return descriptor
    }

    /// Takes ownership of the descriptor that `call` returned; a negative `result` is a failure, explained by
    /// `errno`.
    init(of call: String, on subject: String = "", _ result: CInt) throws(SystemError) {
        guard result >= 0 else { throw SystemError(call, on: subject) }
        self.init(owning: result)
    }

    /// Opens a file, close-on-exec.
    package init(opening path: String, _ flags: CInt, permissions: UInt32 = 0) throws(SystemError) {
        let number = uninterrupted { unsafe open(path, flags | O_CLOEXEC, permissions) }
        try self.init(of: "open", on: path, number)
    }

    /// Opens a file in an open folder, close-on-exec; fails on a symbolic link.
    package init(
        opening name: String,
        in folder: borrowing FileDescriptor,
        _ flags: CInt
    ) throws(SystemError) {
        let parent = folder.rawValue
        let number = uninterrupted { unsafe openat(parent, name, flags | O_NOFOLLOW | O_CLOEXEC) }
        try self.init(of: "openat", on: name, number)
    }

    /// The ID of the mount that the file is on, as in `/proc/PID/mountinfo`; `nil` if the kernel cannot report it.
    ///
    /// This does not query the file system and so cannot block.
    package var mountNumber: UInt64? {
        var number: UInt64 = 0
        return unsafe waymark_mount_of(rawValue, &number) == 0 ? number : nil
    }

    package borrowing func makeNonBlocking() throws(SystemError) {
        let flags = fcntl(rawValue, F_GETFL)
        guard flags >= 0, fcntl(rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else {
            throw SystemError("fcntl")
        }
    }

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

    /// Reads the available bytes from a non-blocking descriptor, at most as many as `buffer` holds.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        let number = rawValue
        let count = unsafe buffer.withUnsafeMutableBytes { bytes in
            uninterrupted { unsafe Glibc.read(number, bytes.baseAddress, bytes.count) }
        }
        guard count >= 0 || errno == EAGAIN else { throw SystemError("read") }
        return count > 0 ? .bytes(count) : count == 0 ? .end : .nothing
    }
}

package enum ReadResult: Hashable, Sendable {
    case bytes(Int)

    /// No bytes are available yet.
    case nothing
    case end
}

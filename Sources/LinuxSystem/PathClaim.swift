import Glibc

/// The exclusive right to create a socket at a path.
///
/// The end of its lifetime removes the socket.
///
/// A socket file outlives a process that was killed, so its presence proves nothing. The claim is therefore a lock on
/// a file beside the socket, which the kernel releases however the process ends. The lock file is never removed:
/// otherwise two processes could each lock a different file of the same name.
struct PathClaim: ~Copyable, Sendable {
    private let path: String
    private let lock: FileLock

    /// Claims `path` and removes the socket that an ended process left there.
    init(of path: String) throws(ListenFailure) {
        let lock: FileLock
        do throws(SystemError) {
            lock = try FileLock(on: path + ".lock")
        } catch {
            throw error.code == EWOULDBLOCK ? .alreadyServed(path) : .system(error)
        }
        try Self.removeAbandonedSocket(at: path)
        // Stored last: from here on, `deinit` removes the socket.
        self.path = path
        self.lock = lock
    }

    deinit { _ = unsafe unlink(path) }

    private static func removeAbandonedSocket(at path: String) throws(ListenFailure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemError("lstat", on: path))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        // A process that does not use the lock, such as the service manager, may listen here.
        if isAnswered(path) { throw .alreadyServed(path) }
        guard unsafe unlink(path) == 0 || errno == ENOENT else {
            throw .system(SystemError("unlink", on: path))
        }
    }

    private static func isAnswered(_ path: String) -> Bool {
        do throws(SystemError) {
            _ = try UnixStream(connectingTo: path)
            return true
        } catch {
            // The queue is full, so a process is listening.
            return error.code == EAGAIN
        }
    }
}

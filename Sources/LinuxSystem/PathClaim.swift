import Glibc

/// The exclusive right to put a socket at a path, given back with the socket removed.
///
/// A socket's file outlives a process that was killed, so its presence tells nothing. The claim is a lock
/// on a file beside it, which the kernel releases with the process whatever becomes of it. The lock file stays
/// behind: removing it would let two processes each lock a different file of the same name.
struct PathClaim: ~Copyable, Sendable {
    private let path: String
    private let lock: FileLock

    /// Claims `path` and removes what a process that has ended left there.
    init(of path: String) throws(ListenFailure) {
        let lock = try Self.lock(path + ".lock", for: path)
        try Self.removeAbandonedSocket(at: path)
        // Stored last: from here on the end of the claim removes the socket.
        self.path = path
        self.lock = lock
    }

    deinit { _ = unsafe unlink(path) }

    private static func lock(_ file: String, for path: String) throws(ListenFailure) -> FileLock {
        do throws(SystemError) {
            return try FileLock(on: file)
        } catch {
            throw error.code == EWOULDBLOCK ? .alreadyServed(path) : .system(error)
        }
    }

    private static func removeAbandonedSocket(at path: String) throws(ListenFailure) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .system(SystemError("lstat", on: path))
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path) }
        // Somebody who knows nothing of the lock may listen here: a service manager, for one.
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
            // A full queue is somebody's queue.
            return error.code == EAGAIN
        }
    }
}

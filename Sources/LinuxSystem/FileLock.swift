import Glibc

/// An exclusive lock on a file that is there for nothing else; the kernel gives it back however the process ends.
package struct FileLock: ~Copyable, Sendable {
    /// The file, for what its holder writes into it.
    package let file: FileDescriptor

    /// Opens the file at `path`, made where it is missing, and locks it.
    ///
    /// - Throws: ``SystemError``; `EWOULDBLOCK` while somebody else has the lock.
    package init(on path: String) throws(SystemError) {
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, permissions: 0o600)
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw SystemError("flock", on: path) }
        self.file = file
    }

    /// Unlocks before the file is closed: a child that is about to become another program has a copy of the descriptor,
    /// and would hold the lock until then.
    deinit { _ = flock(file.rawValue, LOCK_UN) }
}

import Glibc

/// An exclusive lock on a dedicated lock file.
///
/// The kernel releases it however the process ends.
package struct FileLock: ~Copyable, Sendable {
    package let file: FileDescriptor

    /// Opens the file at `path`, creates it if it is missing, and locks it.
    ///
    /// - Throws: ``SystemError``; `EWOULDBLOCK` while another process holds the lock.
    package init(on path: String) throws(SystemError) {
        let file = try FileDescriptor(opening: path, O_RDWR | O_CREAT, permissions: 0o600)
        guard flock(file.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw SystemError("flock", on: path) }
        self.file = file
    }

    /// Unlocks before closing: between `fork` and `exec`, a child holds a copy of the descriptor and with it the lock.
    deinit { _ = flock(file.rawValue, LOCK_UN) }
}

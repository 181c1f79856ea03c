import CLinux
import Glibc

/// Replaces whole files atomically: a reader sees the old contents or the new ones, even after a power failure.
package enum AtomicFile {
    /// Replaces the file at `path` with `contents`.
    ///
    /// Its folder must be writable. If it throws, the old file is unchanged.
    package static func write(
        _ contents: [UInt8],
        to path: String,
        permissions: UInt32 = 0o644
    ) throws(SystemError) {
        var file = try ReplacementFile(of: path, permissions: permissions)
        try file.write(contents)
        try file.complete()
    }
}

/// A new file that replaces another one once it is complete.
///
/// Unless it is completed, it is removed at the end of its lifetime, and the other file is unchanged.
struct ReplacementFile: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let path: String
    private let temporary: String
    private var isComplete = false

    /// Creates the new file in the folder, which must be writable.
    init(of path: String, permissions: UInt32) throws(SystemError) {
        // The process ID keeps two writers from using the same temporary file.
        let temporary = "\(path).\(getpid()).new"
        // Never write through a file or link that another user put there: create the name, or fail.
        _ = unsafe unlink(temporary)
        descriptor = try FileDescriptor(
            opening: temporary,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions
        )
        self.path = path
        self.temporary = temporary
    }

    deinit { if !isComplete { _ = unsafe unlink(temporary) } }

    borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: descriptor.rawValue, named: path)
    }

    /// Replaces the file, durably.
    mutating func complete() throws(SystemError) {
        guard fsync(descriptor.rawValue) == 0 else { throw SystemError("fsync", on: temporary) }
        guard unsafe rename(temporary, path) == 0 else { throw SystemError("rename", on: path) }
        isComplete = true
        let end = path.utf8.lastIndex(of: UInt8(ascii: "/"))
        try Folder.synchronize(end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".")
    }
}

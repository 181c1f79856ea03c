import CLinux
import Glibc

/// Replaces whole files atomically: a reader sees the old contents or the new ones, even after a power failure.
package enum AtomicFile {
    /// Replaces the file at `path` with `contents`.
    ///
    /// - Parameters:
    ///   - contents: The new contents.
    ///   - path: The file. Its folder must be writable.
    ///   - permissions: The mode of the new file.
    /// - Throws: ``SystemError``; the old file is then unchanged.
    package static func write(
        _ contents: [UInt8],
        to path: String,
        permissions: UInt32 = 0o644
    ) throws(SystemError) {
        // The process ID keeps two writers from using the same temporary file.
        let temporary = "\(path).\(getpid()).new"
        do throws(SystemError) {
            try writeDurably(contents, to: temporary, permissions: permissions)
            guard unsafe rename(temporary, path) == 0 else { throw SystemError("rename", on: path) }
        } catch {
            _ = unsafe unlink(temporary)
            throw error
        }
        try synchronizeFolder(of: path)
    }

    private static func writeDurably(
        _ contents: [UInt8],
        to path: String,
        permissions: UInt32
    ) throws(SystemError) {
        // Never write through a file or link that another user put there: create the name, or fail.
        _ = unsafe unlink(path)
        let file = try FileDescriptor(
            opening: path,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions
        )
        try writeAll(contents, to: file.rawValue, named: path)
        guard fsync(file.rawValue) == 0 else { throw SystemError("fsync", on: path) }
    }

    /// Makes the rename durable.
    private static func synchronizeFolder(of path: String) throws(SystemError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.rawValue) == 0 else { throw SystemError("fsync", on: folder) }
    }
}

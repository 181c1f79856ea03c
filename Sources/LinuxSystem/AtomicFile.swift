import CLinux
import Glibc

/// Files that are replaced as a whole: readers see the old contents or the new, also after a power cut.
package enum AtomicFile {
    /// Writes `contents` to `path`.
    ///
    /// - Parameters:
    ///   - contents: What the file is to hold.
    ///   - path: The file, in a folder that may be written.
    ///   - permissions: The mode of the new file.
    /// - Throws: ``SystemError``; the old file is then as it was.
    package static func write(
        _ contents: [UInt8],
        to path: String,
        permissions: UInt32 = 0o644
    ) throws(SystemError) {
        // The process number keeps two writers from each other's half-written file.
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
        // Never through something another user put there: the name is made afresh or the writing fails.
        _ = unsafe unlink(path)
        let file = try FileDescriptor(
            opening: path,
            O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
            permissions: permissions
        )
        try writeAll(contents, to: file.rawValue, named: path)
        guard fsync(file.rawValue) == 0 else { throw SystemError("fsync", on: path) }
    }

    /// Makes the new name itself durable.
    private static func synchronizeFolder(of path: String) throws(SystemError) {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.rawValue) == 0 else { throw SystemError("fsync", on: folder) }
    }
}

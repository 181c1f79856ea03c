import CLinux
import Glibc

/// An open folder.
///
/// Entries are opened by name, without following symbolic links out of the folder.
package struct Folder: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let path: String

    package init(_ path: String) throws(SystemError) {
        self.path = path
        descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
    }

    /// Makes a folder, and its missing parents, with access for this user alone.
    package static func make(_ path: String) throws(SystemError) {
        var made = ""
        for part in path.split(separator: "/") {
            made += "/\(part)"
            // A parent may exist and be unwritable.
            if unsafe mkdir(made, 0o700) == 0 || [EEXIST, EROFS, EACCES].contains(errno) { continue }
            throw SystemError("mkdir", on: made)
        }
    }

    /// Makes new and changed names in a folder survive a power cut.
    package static func synchronize(_ path: String) throws(SystemError) {
        let descriptor = try FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY)
        guard fsync(descriptor.rawValue) == 0 else { throw SystemError("fsync", on: path) }
    }

    package borrowing func status() throws(SystemError) -> FileStatus {
        try FileStatus(of: descriptor, at: path)
    }

    /// Returns the sorted names of the entries that end with `suffix`, without hidden entries.
    package borrowing func names(endingWith suffix: String) throws(SystemError) -> [String] {
        // Open the folder again: `fdopendir` takes ownership of its descriptor.
        let number = unsafe openat(descriptor.rawValue, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0, let stream = unsafe fdopendir(number) else {
            let error = SystemError("opendir", on: path)
            if number >= 0 { close(number) }
            throw error
        }
        defer { unsafe _ = closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { bytes in
                unsafe bytes.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name.hasSuffix(suffix), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Opens an entry for reading.
    ///
    /// Fails with `ELOOP` on a symbolic link, and does not block on a pipe.
    package borrowing func open(_ name: String) throws(SystemError) -> FileDescriptor {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let number = unsafe openat(descriptor.rawValue, name, flags)
        guard number >= 0 else { throw SystemError("open", on: "\(path)/\(name)") }
        return FileDescriptor(owning: number)
    }
}

package struct FileStatus: Sendable {
    package let owner: UInt32
    private let mode: UInt32
    let size: Int64

    package init(of descriptor: borrowing FileDescriptor, at path: String) throws(SystemError) {
        var status = stat()
        guard unsafe fstat(descriptor.rawValue, &status) == 0 else { throw SystemError("stat", on: path) }
        owner = status.st_uid
        mode = status.st_mode
        size = Int64(status.st_size)
    }

    /// Whether it is a regular file, not a folder, link, pipe or device.
    package var isRegularFile: Bool { mode & S_IFMT == S_IFREG }
    package var isWritableByAll: Bool { mode & S_IWOTH != 0 }
}

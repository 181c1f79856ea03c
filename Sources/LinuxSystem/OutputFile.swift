import CLinux
import Glibc

/// Writes all of `bytes` to a blocking descriptor, or throws after some of them; `name` is for messages.
package func writeAll(
    _ bytes: [UInt8],
    to descriptor: CInt,
    named name: String
) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
            return uninterrupted { unsafe write(descriptor, rest.baseAddress, rest.count) }
        }
        guard count > 0 else { throw SystemError("write", on: name) }
        written += count
    }
}

/// Writes all of `bytes` to standard output.
///
/// As long as its reader does not read, SIGHUP, SIGINT and SIGTERM end the process at once, even if it
/// otherwise reads them with ``Signals``.
package func writeAllToOutput(_ bytes: [UInt8]) throws(SystemError) {
    // A pipe with any room has room for this many.
    let most = Int(PIPE_BUF)
    for start in stride(from: 0, to: bytes.count, by: most) {
        while waymark_wait_for_room(STDOUT_FILENO) < 0, errno == EINTR {}
        let part = Array(bytes[start..<min(start + most, bytes.count)])
        try writeAll(part, to: STDOUT_FILENO, named: "standard output")
    }
}

extension FileDescriptor {
    /// Writes as many of `bytes` from `offset` as a non-blocking descriptor accepts.
    ///
    /// - Returns: The number of bytes written; 0 if there is no room.
    /// - Throws: ``SystemError``; `EPIPE` and `ECONNRESET` mean that the peer is gone.
    package borrowing func writeSome(of bytes: [UInt8], from offset: Int) throws(SystemError) -> Int {
        let number = rawValue
        let count = unsafe bytes.withUnsafeBytes { bytes in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
            return uninterrupted { unsafe write(number, rest.baseAddress, rest.count) }
        }
        guard count >= 0 || errno == EAGAIN else { throw SystemError("write") }
        return max(count, 0)
    }
}

/// A sequentially written file of data that may contain locations, or standard output.
///
/// Only its owner may read the file. It replaces an earlier one only once it is complete.
package struct OutputFile: ~Copyable, Sendable {
    /// The file; `nil` for standard output.
    private var file: ReplacementFile?

    /// Begins the file at `path`; `-` is standard output.
    ///
    /// - Throws: ``OutputProblem`` if there is something that it must not replace, or if it cannot be created.
    package init(_ path: String) throws(OutputProblem) {
        try Self.check(path)
        guard path != "-" else {
            file = nil
            return
        }
        do throws(SystemError) {
            file = try ReplacementFile(of: path, permissions: 0o600)
        } catch { throw .system(error) }
    }

    /// Checks that there is nothing at `path`, or a regular file of this user.
    ///
    /// The check is for the person, who may have meant something else. A file that appears there afterwards
    /// is replaced, but never followed or written into.
    package static func check(_ path: String) throws(OutputProblem) {
        guard path != "-" else { return }
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else {
            guard errno == ENOENT else { throw .system(SystemError("open", on: path)) }
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: if status.st_uid != geteuid() { throw .ofAnother(path) }
        case S_IFLNK: throw .link(path)
        default: throw .notRegular(path)
        }
    }

    /// Writes all of `bytes`; blocks if standard output does.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        switch file {
        case .some(let file): try file.write(bytes)
        case nil: try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
        }
    }

    package mutating func complete() throws(SystemError) { try file?.complete() }
}

package enum OutputProblem: Error, Hashable, CustomStringConvertible {
    case link(String)
    case ofAnother(String)

    /// There is a folder, pipe, socket or device at the path.
    case notRegular(String)
    case notPrivate(String)

    case system(SystemError)

    package var description: String {
        switch self {
        case .link(let path): "\(path) is a symbolic link; give the path of the file itself"
        case .ofAnother(let path): "\(path) belongs to another user; remove it, or give another name"
        case .notRegular(let path): "\(path) is no regular file; write to standard output and redirect that"
        case .notPrivate(let path):
            "\(path) is no regular file of this user that nobody else can read and that has no other name; "
                + "remove it, or give another name"
        case .system(let error): "\(error)"
        }
    }
}

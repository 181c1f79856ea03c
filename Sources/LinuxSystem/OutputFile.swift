import CLinux
import Glibc

/// Writes all of `bytes` to a blocking descriptor.
///
/// - Parameters:
///   - bytes: The bytes to write.
///   - descriptor: The destination.
///   - name: The destination's name in error messages.
/// - Throws: ``SystemError``; some of the bytes may have been written.
package func writeAll(
    _ bytes: [UInt8],
    to descriptor: CInt,
    named name: String
) throws(SystemError) {
    var written = 0
    while written < bytes.count {
        let count = unsafe bytes.withUnsafeBytes { buffer in
            let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
            return unsafe write(descriptor, rest.baseAddress, rest.count)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemError("write", on: name) }
        written += count
    }
}

/// Writes all of `bytes` to standard output.
///
/// As long as its reader does not read, SIGHUP, SIGINT and SIGTERM end the process at once, even if it waits for them
/// with ``Signals`` otherwise.
///
/// - Throws: ``SystemError``; some of the bytes may have been written.
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
        while true {
            let count = unsafe bytes.withUnsafeBytes { bytes in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[offset...])
                return unsafe write(rawValue, rest.baseAddress, rest.count)
            }
            if count >= 0 { return count }
            switch errno {
            case EINTR: continue
            case EAGAIN: return 0
            default: throw SystemError("write")
            }
        }
    }
}

/// A file or standard output, written sequentially.
package struct OutputFile: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let name: String

    /// Creates or truncates the file at `path`; `-` is standard output.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - permissions: Those of a file that is created.
    /// - Throws: ``SystemError`` if the file cannot be opened.
    package init(_ path: String, permissions: UInt32 = 0o644) throws(SystemError) {
        guard path != "-" else {
            name = "standard output"
            let number = dup(STDOUT_FILENO)
            guard number >= 0 else { throw SystemError("dup", on: name) }
            descriptor = FileDescriptor(owning: number)
            return
        }
        name = path
        descriptor = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, permissions: permissions)
    }

    /// Writes all of `bytes`; blocks if the file does.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: descriptor.rawValue, named: name)
    }
}

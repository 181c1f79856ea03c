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
    package init(_ path: String) throws(SystemError) {
        guard path != "-" else {
            name = "standard output"
            let number = dup(STDOUT_FILENO)
            guard number >= 0 else { throw SystemError("dup", on: name) }
            descriptor = FileDescriptor(owning: number)
            return
        }
        name = path
        descriptor = try FileDescriptor(opening: path, O_WRONLY | O_CREAT | O_TRUNC, permissions: 0o644)
    }

    /// Writes all of `bytes`; blocks if the file does.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: descriptor.rawValue, named: name)
    }
}

import Glibc

/// Writes all of `bytes`, waiting where a descriptor that blocks takes them slowly.
///
/// - Parameters:
///   - bytes: What to write.
///   - descriptor: Where to.
///   - name: What the destination is called in an error.
/// - Throws: ``SystemError``; part of the bytes may have been written.
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
    /// Writes as much of `bytes` from `offset` as a descriptor that does not block takes now.
    ///
    /// - Returns: How many bytes it took; 0 when it has no room.
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

/// A file that is written in order, as it comes.
package struct OutputFile: ~Copyable, Sendable {
    private let descriptor: FileDescriptor
    private let name: String

    /// Makes the file at `path`, emptying one that is there, or takes standard output for `-`.
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

    /// Writes all of `bytes`, blocking where the file does.
    package borrowing func write(_ bytes: [UInt8]) throws(SystemError) {
        try writeAll(bytes, to: descriptor.rawValue, named: name)
    }
}

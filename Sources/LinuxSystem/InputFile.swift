import CLinux
import Glibc

/// A file, pipe or device that is read sequentially in bounded pieces.
package struct InputFile: ~Copyable, Sendable {
    /// The open file, for a ``Poller``.
    ///
    /// Regular files cannot be polled.
    package let descriptor: FileDescriptor

    private let path: String

    /// Opens `path`, or standard input for `-`.
    package init(_ path: String) throws(SystemError) {
        self.path = path
        guard path != "-" else {
            descriptor = try FileDescriptor(of: "dup", on: "standard input", dup(STDIN_FILENO))
            return
        }
        descriptor = try FileDescriptor(opening: path, O_RDONLY)
    }

    /// Whether it is a regular file, which is always readable without waiting.
    package var isRegular: Bool { byteCount != nil }

    package var byteCount: Int? {
        guard let status = try? FileStatus(of: descriptor, at: path), status.isRegularFile else { return nil }
        return Int(status.size)
    }

    /// Returns up to `count` of the next bytes without consuming them; waits for the first one.
    ///
    /// Only regular files and pipes support this.
    package borrowing func nextBytes(upTo count: Int) -> [UInt8] {
        let number = descriptor.rawValue
        return unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
            let read =
                if isRegular {
                    unsafe pread(number, buffer.baseAddress, buffer.count, lseek(number, 0, SEEK_CUR))
                } else {
                    unsafe waymark_peek_pipe(number, buffer.baseAddress, buffer.count)
                }
            length = max(read, 0)
        }
    }

    /// Sets the position in a regular file at which the next read starts.
    package borrowing func seek(to offset: Int) { _ = lseek(descriptor.rawValue, offset, SEEK_SET) }

    /// Takes ownership of an open file; `path` is for error messages.
    package init(_ descriptor: consuming FileDescriptor, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Reads to the end.
    ///
    /// - Throws: ``SystemError``; `EFBIG` if there are more than `limit` bytes.
    package borrowing func contents(atMost limit: Int) throws(SystemError) -> [UInt8] {
        var contents: [UInt8] = []
        // Do not rely on the file's size: files in /proc report 0.
        while true {
            let piece = try read(upTo: 16_384)
            if piece.isEmpty { return contents }
            contents += piece
            guard contents.count <= limit else { throw SystemError("read", on: path, code: EFBIG) }
        }
    }

    /// Reads the next bytes; blocks if the file does.
    ///
    /// - Returns: Between 1 and `count` bytes; empty at the end of the file.
    package borrowing func read(upTo count: Int) throws(SystemError) -> [UInt8] {
        let number = descriptor.rawValue
        return try unsafe [UInt8](unsafeUninitializedCapacity: count) {
            (buffer, length) throws(SystemError) in
            let result = uninterrupted { unsafe Glibc.read(number, buffer.baseAddress, buffer.count) }
            guard result >= 0 else { throw SystemError("read", on: path) }
            length = result
        }
    }
}

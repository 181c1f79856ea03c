import Glibc

package enum ReadResult: Hashable, Sendable {
    /// This many bytes were read into the buffer.
    case bytes(Int)
    /// No bytes are available yet.
    case nothing
    case end
}

extension FileDescriptor {
    /// Reads the available bytes from a non-blocking descriptor, at most as many as `buffer` holds.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { bytes in
                unsafe Glibc.read(rawValue, bytes.baseAddress, bytes.count)
            }
            if count > 0 { return .bytes(count) }
            if count == 0 { return .end }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .nothing
            default: throw SystemError("read")
            }
        }
    }
}

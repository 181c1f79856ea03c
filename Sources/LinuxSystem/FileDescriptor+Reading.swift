import Glibc

/// What came of trying to read without waiting.
package enum Arrival: Hashable, Sendable {
    /// This many bytes are in the buffer.
    case bytes(Int)

    /// There is nothing yet.
    case nothing

    /// Nothing will come any more.
    case end
}

extension FileDescriptor {
    /// Reads into `buffer` what is there, at most as many bytes as it holds, from what does not block.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> Arrival {
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

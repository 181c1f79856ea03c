import Glibc
import LinuxSystem

extension Checkout {
    package static func bytes(of path: String) throws -> [UInt8] {
        let rawValue = open(path, O_RDONLY | O_CLOEXEC)
        guard rawValue >= 0 else { throw SystemError("open", on: path) }
        let descriptor = FileDescriptor(owning: rawValue)
        var bytes: [UInt8] = []
        while true {
            let chunk = try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                let got = read(descriptor.rawValue, buffer.baseAddress, buffer.count)
                guard got >= 0 else { throw SystemError("read", on: path) }
                count = got
            }
            guard !chunk.isEmpty else { return bytes }
            bytes += chunk
        }
    }
}

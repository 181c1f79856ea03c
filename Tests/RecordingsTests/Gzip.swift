import Glibc
import LinuxSystem
import TestSupport

/// Compression by the system's gzip.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "bytes")
        let gzip = try RunningProgram(["gzip", "-9", folder.path + "/bytes"])
        guard waitpid(gzip.identifier, nil, 0) == gzip.identifier else {
            throw SystemError("waitpid", on: "gzip")
        }
        return try Checkout.bytes(of: folder.path + "/bytes.gz")
    }
}

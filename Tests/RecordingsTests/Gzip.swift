import TestSupport
import Testing

/// Compression by the system's gzip.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: bytes, as: UTF8.self), to: "bytes")
        try #require(RunningProgram.succeeds(["gzip", "-9", folder.path + "/bytes"]))
        return try Checkout.bytes(of: folder.path + "/bytes.gz")
    }
}

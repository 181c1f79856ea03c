import Glibc
import LinuxSystem
import TestSupport

/// Compression by the system's gzip.
enum Gzip {
    static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/bytes"
        let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw SystemError("open", on: path) }
        do {
            let file = FileDescriptor(owning: number)
            guard write(file.rawValue, bytes, bytes.count) == bytes.count else {
                throw SystemError("write", on: path)
            }
        }
        var child: pid_t = 0
        var arguments: [UnsafeMutablePointer<CChar>?] = ["gzip", "-9", path].map { (word: String) in
            strdup(word)
        }
        arguments.append(nil)
        defer { for argument in arguments { free(argument) } }
        let code = posix_spawnp(&child, "gzip", nil, nil, &arguments, environ)
        guard code == 0 else { throw SystemError("posix_spawnp", on: "gzip", code: code) }
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        return try Checkout.bytes(of: path + ".gz")
    }
}

import CLinux
import Glibc

extension FileDescriptor {
    /// Opens a file, close-on-exec.
    package init(opening path: String, _ flags: CInt, permissions: UInt32 = 0) throws(SystemError) {
        var number: CInt
        repeat { number = unsafe waymark_open(path, flags, permissions) } while number < 0 && errno == EINTR
        guard number >= 0 else { throw SystemError("open", on: path) }
        self.init(owning: number)
    }
}

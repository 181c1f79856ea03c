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

    /// Opens a file in an open folder, close-on-exec; fails on a symbolic link.
    package init(
        opening name: String,
        in folder: borrowing FileDescriptor,
        _ flags: CInt
    ) throws(SystemError) {
        var number: CInt
        repeat {
            number = unsafe waymark_open_in(folder.rawValue, name, flags | O_NOFOLLOW)
        } while number < 0 && errno == EINTR
        guard number >= 0 else { throw SystemError("openat", on: name) }
        self.init(owning: number)
    }

    /// The ID of the mount that the file is on, as in `/proc/PID/mountinfo`; `nil` if the kernel cannot report it.
    ///
    /// This does not query the file system and so cannot block.
    package var mountNumber: UInt64? {
        var number: UInt64 = 0
        return unsafe waymark_mount_of(rawValue, &number) == 0 ? number : nil
    }
}

import CLinux
import Glibc

/// A terminal without hardware: what is written to one side is read at the other, which is a serial line to programs.
///
/// Both directions are raw and nothing is echoed. While nobody has the terminal open, what is written to the device's
/// side waits there up to a few kilobytes, and reading from it fails with `EIO`. When the device's side is closed, the
/// terminal ends for whoever reads it, and its path disappears: that is how a receiver that is unplugged looks.
package struct PseudoTerminal: ~Copyable, Sendable {
    /// The side of the device, which blocks unless it is told not to.
    package let device: FileDescriptor

    /// Where programs open the terminal: `/dev/pts/` and a number.
    package let path: String

    /// Opens a new one.
    ///
    /// - Throws: ``SystemError`` if the system has no more of them.
    package static func open() throws(SystemError) -> PseudoTerminal {
        var path = [CChar](repeating: 0, count: 64)
        let number = unsafe waymark_pseudo_terminal(&path, path.count)
        guard number >= 0 else { throw SystemError("posix_openpt") }
        let text = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PseudoTerminal(device: FileDescriptor(owning: number), path: text)
    }

    /// The speed that the terminal's reader has set, in bits per second; a line without hardware carries bytes at any.
    package var speed: Int { Int(waymark_line_speed(device.rawValue)) }

    /// Gives up the side of the device without closing it.
    package consuming func release() -> FileDescriptor { device }

    private init(device: consuming FileDescriptor, path: String) {
        self.device = device
        self.path = path
    }
}

import CLinux
import Glibc

/// A pseudo-terminal: programs see a serial port, and this process plays the device behind it.
///
/// Both directions are raw, without echo. While no program has the terminal open, up to a few kilobytes written to the
/// device side are buffered, and reading from it fails with `EIO`. When the device side is closed, readers of the
/// terminal get end of file and its path disappears, as if a receiver had been unplugged.
package struct PseudoTerminal: ~Copyable, Sendable {
    /// The device side (the controller).
    ///
    /// It is blocking unless made non-blocking.
    package let device: FileDescriptor

    /// The path at which programs open the terminal, such as `/dev/pts/3`.
    package let path: String

    package init() throws(SystemError) {
        var path = [CChar](repeating: 0, count: 64)
        let number = unsafe waymark_pseudo_terminal(&path, path.count)
        device = try FileDescriptor(of: "posix_openpt", number)
        self.path = String(decoding: path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The speed set by the terminal's reader, in bits per second.
    ///
    /// It does not affect the transfer.
    package var speed: Int { Int(waymark_line_speed(device.rawValue)) }

    /// Gives up ownership of the device side without closing it.
    package consuming func release() -> FileDescriptor { device }
}

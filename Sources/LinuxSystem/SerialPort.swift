import CLinux
import Glibc

package enum SerialPortError: Error, Hashable, Sendable {
    /// Another process has the port open; with the process, if this user may see it.
    case inUse(by: DeviceHolder?)
    case notATerminal
    case system(SystemError)
}

/// A serial port opened exclusively and for reading only.
///
/// Receivers interpret what they receive as commands, and some never recover from a wrong one; a read-only port cannot
/// send one by mistake. The modem lines are left unchanged.
package struct SerialPort: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    /// Opens the device at `path` without setting a speed.
    package init(_ path: String) throws(SerialPortError) {
        let opened: FileDescriptor
        do throws(SystemError) {
            opened = try FileDescriptor(opening: path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        } catch {
            // Another process has set TIOCEXCL.
            throw error.code == EBUSY ? .inUse(by: DeviceHolder.find(at: path)) : .system(error)
        }
        guard isatty(opened.rawValue) != 0 else { throw .notATerminal }
        // Programs claim a port with `flock`, with TIOCEXCL, or not at all: check and set all of them.
        guard flock(opened.rawValue, LOCK_EX | LOCK_NB) == 0 else {
            throw .inUse(by: DeviceHolder.find(at: path))
        }
        if let holder = DeviceHolder.find(at: path) { throw .inUse(by: holder) }
        guard waymark_line_make_exclusive(opened.rawValue, 1) == 0 else {
            throw .system(SystemError("ioctl TIOCEXCL", on: path))
        }
        descriptor = opened
    }

    deinit {
        _ = waymark_line_make_exclusive(descriptor.rawValue, 0)
        _ = flock(descriptor.rawValue, LOCK_UN)
    }

    /// Sets the speed with 8 data bits, no parity and 1 stop bit, and discards the input received so far.
    ///
    /// - Throws: ``SystemError``; `EINVAL` if the port does not support the speed.
    package borrowing func listen(at bitsPerSecond: Int) throws(SystemError) {
        guard waymark_line_listen(descriptor.rawValue, CInt(clamping: bitsPerSecond)) == 0 else {
            throw SystemError("ioctl TCSETS2")
        }
    }

    /// Reads the available bytes.
    ///
    /// An unplugged port reports the end of input.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> ReadResult {
        do throws(SystemError) {
            return try descriptor.read(into: &buffer)
        } catch {
            guard [EIO, ENODEV, ENXIO].contains(error.code) else { throw error }
            return .end
        }
    }
}

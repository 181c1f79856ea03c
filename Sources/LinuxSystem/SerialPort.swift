import CLinux
import Glibc

/// Why a serial port cannot be opened.
package enum SerialPortError: Error, Hashable, Sendable {
    /// Another program has it; which one, where this user may know.
    case inUse(by: DeviceHolder?)

    /// What is there is no serial port.
    case notATerminal

    /// The kernel refused.
    case system(SystemError)
}

/// A serial port that is only listened to, by nobody else meanwhile.
///
/// It is opened for reading only, so that nothing can be written by mistake: receivers take what they get for commands,
/// and some never recover. Its modem lines are left as they are.
package struct SerialPort: ~Copyable, Sendable {
    /// The device, for a ``Poller``.
    package let descriptor: FileDescriptor

    /// Opens the device at `path`, not yet set to a speed.
    ///
    /// - Throws: ``SerialPortError``.
    package init(_ path: String) throws(SerialPortError) {
        let opened: FileDescriptor
        do throws(SystemError) {
            opened = try FileDescriptor(opening: path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        } catch {
            // Somebody asked for it alone.
            throw error.code == EBUSY ? .inUse(by: Self.holder(of: path)) : .system(error)
        }
        guard isatty(opened.rawValue) != 0 else { throw .notATerminal }
        // Two kinds of exclusion, since some programs ask for one, some for the other; and some for none.
        guard flock(opened.rawValue, LOCK_EX | LOCK_NB) == 0 else { throw .inUse(by: Self.holder(of: path)) }
        if let holder = Self.holder(of: path) { throw .inUse(by: holder) }
        guard waymark_line_make_exclusive(opened.rawValue, 1) == 0 else {
            throw .system(SystemError("ioctl TIOCEXCL", on: path))
        }
        descriptor = opened
    }

    deinit {
        _ = waymark_line_make_exclusive(descriptor.rawValue, 0)
        _ = flock(descriptor.rawValue, LOCK_UN)
    }

    /// Listens at a speed from now on, with eight bits, no parity and one stop bit; what has come before is forgotten.
    ///
    /// - Throws: ``SystemError``; `EINVAL` if the port cannot do the speed.
    package borrowing func listen(at bitsPerSecond: Int) throws(SystemError) {
        guard waymark_line_listen(descriptor.rawValue, CInt(clamping: bitsPerSecond)) == 0 else {
            throw SystemError("ioctl TCSETS2")
        }
    }

    /// Reads what is there; a port that has been unplugged is at its end.
    package borrowing func read(into buffer: inout [UInt8]) throws(SystemError) -> Arrival {
        do throws(SystemError) {
            return try descriptor.read(into: &buffer)
        } catch {
            guard [EIO, ENODEV, ENXIO].contains(error.code) else { throw error }
            return .end
        }
    }

    private static func holder(of path: String) -> DeviceHolder? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        return DeviceHolder.find(of: status.st_rdev)
    }
}

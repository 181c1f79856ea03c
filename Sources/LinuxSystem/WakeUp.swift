import CLinux
import Glibc

/// A way for other threads to end the waiting of a loop.
package struct WakeUp: ~Copyable, Sendable {
    /// What to watch, for reading, with the loop's ``Poller``.
    package let descriptor: FileDescriptor

    /// Creates a wake-up that nobody has used yet.
    package init() throws(SystemError) {
        let number = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard number >= 0 else { throw SystemError("eventfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Wakes the loop; several calls before it looks wake it once.
    package borrowing func signal() { _ = eventfd_write(descriptor.rawValue, 1) }

    /// Takes back what was signalled, which the loop does before it looks at why.
    package borrowing func acknowledge() {
        var count: eventfd_t = 0
        _ = unsafe eventfd_read(descriptor.rawValue, &count)
    }
}

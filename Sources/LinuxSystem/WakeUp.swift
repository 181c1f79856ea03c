import CLinux
import Glibc

/// Wakes a waiting loop from another thread, with an `eventfd`.
package struct WakeUp: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        descriptor = try FileDescriptor(of: "eventfd", waymark_eventfd())
    }

    /// Wakes the loop; several signals before it acknowledges them wake it once.
    package borrowing func signal() { _ = waymark_eventfd_signal(descriptor.rawValue) }

    /// Clears the signal.
    ///
    /// The loop calls this before it checks why it was woken.
    package borrowing func acknowledge() {
        _ = waymark_eventfd_acknowledge(descriptor.rawValue)
    }

    /// Blocks until it is signalled, for a thread that waits for nothing else.
    package borrowing func wait() {
        var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        // EINTR counts as a wake-up: the caller checks its condition and waits again.
        _ = unsafe poll(&request, 1, -1)
    }
}

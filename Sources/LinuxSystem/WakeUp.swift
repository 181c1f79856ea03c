import CLinux
import Glibc

/// A way for other threads to end the waiting of a loop.
package struct WakeUp: ~Copyable, Sendable {
    /// What to watch, for reading, with the loop's ``Poller``.
    package let descriptor: FileDescriptor

    /// Creates a wake-up that nobody has used yet.
    package init() throws(SystemError) {
        let number = waymark_eventfd()
        guard number >= 0 else { throw SystemError("eventfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Wakes the loop; several calls before it looks wake it once.
    package borrowing func signal() { _ = waymark_eventfd_signal(descriptor.rawValue) }

    /// Takes back what was signalled, which the loop does before it looks at why.
    package borrowing func acknowledge() {
        _ = waymark_eventfd_acknowledge(descriptor.rawValue)
    }

    /// Blocks until somebody wakes, for a thread that has nothing else to wait for.
    package borrowing func wait() {
        var request = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
        // An interruption by a signal is a wake-up like any other: the caller looks and waits again.
        _ = unsafe poll(&request, 1, -1)
    }
}

import CLinux

/// Tells when somebody has set the wall clock, so that what is due at a date can be looked at again.
package struct ClockWatch: ~Copyable, Sendable {
    /// What to watch, for reading, with a ``Poller``.
    package let descriptor: FileDescriptor

    /// Watches the wall clock from now on.
    package init() throws(SystemError) {
        let number = waymark_clock_watch()
        guard number >= 0 else { throw SystemError("timerfd_create", on: "CLOCK_REALTIME") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Takes note that the clock was set, and watches on.
    package borrowing func acknowledge() throws(SystemError) {
        guard waymark_clock_watch_again(descriptor.rawValue) == 0 else {
            throw SystemError("timerfd_settime", on: "CLOCK_REALTIME")
        }
    }
}

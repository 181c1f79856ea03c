import CLinux

/// Reports that the wall clock was set, so that work due at a date can be scheduled again.
package struct ClockWatch: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        let number = waymark_clock_watch()
        guard number >= 0 else { throw SystemError("timerfd_create", on: "CLOCK_REALTIME") }
        descriptor = FileDescriptor(owning: number)
    }

    /// Acknowledges that the clock was set, and keeps watching.
    package borrowing func acknowledge() throws(SystemError) {
        guard waymark_clock_watch_again(descriptor.rawValue) == 0 else {
            throw SystemError("timerfd_settime", on: "CLOCK_REALTIME")
        }
    }
}

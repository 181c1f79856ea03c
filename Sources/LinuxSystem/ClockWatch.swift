import CLinux

/// Reports that the wall clock was set, so that work due at a date can be scheduled again.
package struct ClockWatch: ~Copyable, Sendable {
    package let descriptor: FileDescriptor

    package init() throws(SystemError) {
        descriptor = try FileDescriptor(of: "timerfd_create", on: "CLOCK_REALTIME", waymark_clock_watch())
    }

    package borrowing func acknowledge() throws(SystemError) {
        guard waymark_clock_watch_again(descriptor.rawValue) == 0 else {
            throw SystemError("timerfd_settime", on: "CLOCK_REALTIME")
        }
    }
}

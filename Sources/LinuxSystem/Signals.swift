import CLinux
import Glibc

/// Signals that are read from a descriptor (`signalfd`) instead of interrupting the process.
package struct Signals: ~Copyable {
    package let descriptor: FileDescriptor

    /// Blocks the signals `numbers`, to be read here.
    ///
    /// Call this before starting other threads: a thread that does not block a signal would receive it.
    package init(_ numbers: [CInt]) throws(SystemError) {
        let number = unsafe waymark_signal_descriptor(numbers, CInt(numbers.count))
        descriptor = try FileDescriptor(of: "signalfd", number)
    }

    package borrowing func next() throws(SystemError) -> CInt? {
        let number = waymark_next_signal(descriptor.rawValue)
        guard number >= 0 else { throw SystemError("read", on: "signalfd") }
        return number == 0 ? nil : number
    }

    /// Sends this process SIGTERM in a second.
    package static func terminateInASecond() throws(SystemError) {
        try Thread.start(named: "end") {
            sleep(1)
            kill(getpid(), SIGTERM)
        }
    }

    /// Ignores SIGPIPE, so that writing to a closed pipe or socket fails with `EPIPE` instead of ending the process.
    package static func ignoreBrokenPipes() throws(SystemError) {
        guard waymark_ignore_signal(SIGPIPE) == 0 else { throw SystemError("signal", on: "SIGPIPE") }
    }
}

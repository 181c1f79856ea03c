import CLinux
import Glibc

/// Signals that arrive as something to read rather than as an interruption.
package struct Signals: ~Copyable {
    /// What to watch with a ``Poller``.
    package let descriptor: FileDescriptor

    /// Holds back `numbers` from now on, to be read here.
    ///
    /// To be made before any other thread is started: a thread that does not hold a signal back would get it.
    package init(_ numbers: [CInt]) throws(SystemError) {
        let number = unsafe waymark_signal_descriptor(numbers, CInt(numbers.count))
        guard number >= 0 else { throw SystemError("signalfd") }
        descriptor = FileDescriptor(owning: number)
    }

    /// The next signal that has arrived, or `nil` when all have been read.
    package borrowing func next() throws(SystemError) -> CInt? {
        let number = waymark_next_signal(descriptor.rawValue)
        guard number >= 0 else { throw SystemError("read", on: "signalfd") }
        return number == 0 ? nil : number
    }

    /// Has writes to a closed pipe or socket fail with `EPIPE` instead of ending the process.
    package static func ignoreBrokenPipes() throws(SystemError) {
        guard waymark_ignore_signal(SIGPIPE) == 0 else { throw SystemError("signal", on: "SIGPIPE") }
    }
}

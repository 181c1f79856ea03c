import Glibc

package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name of the call's manual page.
    package let call: String

    /// The path or address that the call was applied to, or empty.
    package let subject: String
    package let code: CInt

    /// Creates an error, by default from the calling thread's `errno`, which the next call may overwrite.
    package init(_ call: String, on subject: String = "", code: CInt = errno) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    package var reason: String { unsafe String(cString: strerror(code)) }

    package var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }

    package var isDisconnection: Bool { code == EPIPE || code == ECONNRESET }
}

/// Makes a system call, again as long as a signal interrupts it, and returns its result.
func uninterrupted<Number: SignedInteger>(_ call: () -> Number) -> Number {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

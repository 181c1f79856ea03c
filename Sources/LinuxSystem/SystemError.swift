import Glibc

/// A system call that failed.
package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, as its manual page is named.
    package let call: String

    /// What it was applied to - a path, an address - or empty.
    package let subject: String

    /// The error number.
    package let code: CInt

    /// Creates an error from the calling thread's `errno`, which the next call may overwrite.
    package init(_ call: String, on subject: String = "", code: CInt = errno) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    /// What the system says about the error number.
    package var reason: String { unsafe String(cString: strerror(code)) }

    /// The call, its subject and the reason, for a person.
    package var description: String {
        subject.isEmpty ? "\(call): \(reason)" : "\(call) \(subject): \(reason)"
    }

    /// Whether a call on a connection failed because its peer is gone.
    package var isDisconnection: Bool { code == EPIPE || code == ECONNRESET }
}

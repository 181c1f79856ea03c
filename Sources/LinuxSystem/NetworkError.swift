import CLinux
import Glibc

/// Why a socket on the network cannot be had.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name or the address leads nowhere, for the resolver's reason.
    case unresolved(String)

    /// Nothing may be sent to where it leads, or to whom to ask.
    case barred(NetworkBarrier)

    /// The kernel refused.
    case system(SystemError)

    /// The reason, for a person.
    package var description: String {
        switch self {
        case .unresolved(let reason): reason
        case .barred(let barrier): barrier.description
        case .system(let error): error.reason
        }
    }

    /// Reads what a call left: the barrier, the resolver's words or, without any, `errno`.
    init(_ call: String, problem: UnsafePointer<CChar>?, barrier: waymark_barrier = waymark_barrier()) {
        let code = errno
        if let barrier = NetworkBarrier(barrier) {
            self = .barred(barrier)
        } else if let problem = unsafe problem {
            self = .unresolved(unsafe String(cString: problem))
        } else {
            self = .system(SystemError(call, code: code))
        }
    }
}

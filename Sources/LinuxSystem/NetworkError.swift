import Glibc

/// Why a socket on the network cannot be had.
package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name or the address leads nowhere, for the resolver's reason.
    case unresolved(String)

    /// The kernel refused.
    case system(SystemError)

    /// The reason, for a person.
    package var description: String {
        switch self {
        case .unresolved(let reason): reason
        case .system(let error): error.reason
        }
    }

    /// Reads what a call left: the resolver's words or, without any, `errno`.
    init(_ call: String, problem: UnsafePointer<CChar>?) {
        let code = errno
        if let problem = unsafe problem {
            self = .unresolved(unsafe String(cString: problem))
        } else {
            self = .system(SystemError(call, code: code))
        }
    }
}

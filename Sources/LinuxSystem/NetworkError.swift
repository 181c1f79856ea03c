import CLinux
import Glibc

package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name or address cannot be resolved; with the resolver's message.
    case unresolved(String)

    case barred(NetworkBarrier)

    case system(SystemError)

    package var description: String {
        switch self {
        case .unresolved(let reason): reason
        case .barred(let barrier): barrier.description
        case .system(let error): error.reason
        }
    }

    /// Creates the error from what a failed call returned: a barrier, the resolver's message or else `errno`.
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

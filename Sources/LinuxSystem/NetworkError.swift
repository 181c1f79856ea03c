import CLinux
import Glibc

package enum NetworkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in words, why the name or address cannot be resolved or sent to.
    case unreachable(String)

    case system(SystemError)

    package var description: String {
        switch self {
        case .unreachable(let reason): reason
        case .system(let error): error.reason
        }
    }

    /// Creates the error of a failed call from a barrier, the resolver's message or else `errno`.
    init(_ call: String, problem: UnsafePointer<CChar>?, barrier: waymark_barrier = waymark_barrier()) {
        let code = errno
        if let barrier = NetworkBarrier.text(of: barrier) {
            self = .unreachable(barrier)
        } else if let problem = unsafe problem {
            self = .unreachable(unsafe String(cString: problem))
        } else {
            self = .system(SystemError(call, code: code))
        }
    }
}

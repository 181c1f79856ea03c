import Glibc
import LinuxSystem

/// Why a command comes to nothing; each has an exit status of its own.
enum Failure: Error {
    /// The service, or the system, would not do it.
    case refused(String)

    /// The command line makes no sense.
    case usage(String)

    /// The service cannot be reached.
    case unreachable(String)

    /// There is no such widget, kind or user.
    case notFound(String)

    /// A widget or an app may not know the location, and only the person can change that.
    case unauthorized(String)

    /// A widget or an app may know the location, and there is none for it now.
    case unavailable(String)

    /// Whoever read the output has gone, which is a way to say that it was enough.
    case outputClosed

    /// The exit status.
    var status: CInt {
        switch self {
        case .outputClosed: 0
        case .refused: 1
        case .usage: 2
        case .unreachable: 3
        case .notFound: 4
        case .unauthorized: 5
        case .unavailable: 6
        }
    }

    /// What went wrong, on what, and what to do; `nil` where nothing did.
    var message: String? {
        switch self {
        case .outputClosed: nil
        case .refused(let text), .usage(let text), .unreachable(let text), .notFound(let text),
            .unauthorized(let text), .unavailable(let text):
            text
        }
    }
}

extension Failure {
    /// Says what the system refused; an output that nobody reads any more is no failure.
    init(_ error: SystemError) {
        self = error.call == "write" && error.code == EPIPE ? .outputClosed : .refused("\(error)")
    }
}

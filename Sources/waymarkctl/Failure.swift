import Glibc
import LinuxSystem
import UserInput

/// A reason why a command fails.
///
/// Each case has its own exit status.
enum Failure: Error {
    /// The service or the system refused.
    case refused(String)

    /// The command line is wrong.
    case usage(String)

    /// The service cannot be reached.
    case unreachable(String)

    /// The widget, kind or user does not exist.
    case notFound(String)

    /// A widget or an app is not authorized, which only the person can change.
    case unauthorized(String)

    /// A widget or an app is authorized, but no location is available now.
    case unavailable(String)

    /// The output has told already what is wrong.
    case isSaid

    /// The reader of the output is gone, which is not an error.
    case outputClosed

    /// The exit status.
    var status: CInt {
        switch self {
        case .outputClosed: 0
        case .refused, .isSaid: 1
        case .usage: 2
        case .unreachable: 3
        case .notFound: 4
        case .unauthorized: 5
        case .unavailable: 6
        }
    }

    /// Whether the service cannot be reached.
    var isUnreachable: Bool {
        if case .unreachable = self { true } else { false }
    }

    /// Whether `waymarkctl doctor` can tell what to do.
    var leadsToDoctor: Bool {
        switch self {
        case .unreachable, .unauthorized, .unavailable: true
        case .refused, .usage, .notFound, .isSaid, .outputClosed: false
        }
    }

    /// Whether a widget, a kind or another thing does not exist.
    var isNotFound: Bool {
        if case .notFound = self { true } else { false }
    }

    /// The meaning of each exit status, from 0.
    static let meanings = [
        "done",
        "the service or the system refused, and the message says why; for 'lint': there are mistakes; for "
            + "'doctor': something is wrong",
        "wrong usage",
        "the service cannot be reached, or went away",
        "no such widget, ticket, kind, scenario, user, question, manifest or app",
        "unauthorized, for 'explain --check', 'locate' and 'request': only the person can change that",
        "not available, for 'explain --check', 'locate' and 'heading': there is none for it now, although nobody denies it",
    ]

    /// The error message; `nil` if there is no error.
    var message: String? {
        switch self {
        case .outputClosed, .isSaid: nil
        case .refused(let text), .usage(let text), .unreachable(let text), .notFound(let text),
            .unauthorized(let text), .unavailable(let text):
            text
        }
    }
}

extension Failure {
    /// Creates the failure for a system error.
    ///
    /// A broken pipe means that the reader of the output is gone.
    init(_ error: SystemError) {
        self = error.call == "write" && error.code == EPIPE ? .outputClosed : .refused("\(error)")
    }
    /// Creates the failure for an output that cannot be written.
    init(_ problem: OutputProblem) {
        switch problem {
        case .system(let error): self.init(error)
        default: self = .refused("\(problem)".harmless)
        }
    }
}

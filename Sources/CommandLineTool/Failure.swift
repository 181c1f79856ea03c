import Glibc
package import LinuxSystem
import UserInput

/// A reason why a command fails.
///
/// Each case has its own exit status.
package enum Failure: Error {
    case refused(String)
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

    package var status: CInt {
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

    /// The error message; `nil` if there is no error.
    package var message: String? {
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
    package init(_ error: SystemError) {
        self = error.call == "write" && error.code == EPIPE ? .outputClosed : .refused("\(error)")
    }

    package init(_ problem: OutputProblem) {
        switch problem {
        case .system(let error): self.init(error)
        default: self = .refused("\(problem)".harmless)
        }
    }
}

extension String {
    /// Replaces the file at this path with one that only its owner may read.
    package func replaceFile(with text: String) throws {
        var file = try OutputFile(self)
        try file.write(Array(text.utf8))
        try file.complete()
    }
}

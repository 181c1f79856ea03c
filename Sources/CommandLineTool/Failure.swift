import Glibc
package import LinuxSystem
import UserInput

package struct Failure: Error {
    /// The kinds of reasons, with their exit statuses.
    package enum Kind: CInt {
        /// The reader of the output is gone, which is not an error.
        case outputClosed
        case refused
        case usage

        case unreachable

        /// The widget, kind or user does not exist.
        case notFound

        /// A widget or an app is not authorized, which only the person can change.
        case unauthorized

        /// A widget or an app is authorized, but no location is available now.
        case unavailable
    }

    package let kind: Kind

    /// The error message; `nil` if there is no error, or the output has told already what is wrong.
    package let message: String?

    package static func refused(_ text: String) -> Self { Self(kind: .refused, message: text) }
    package static func usage(_ text: String) -> Self { Self(kind: .usage, message: text) }
    package static func unreachable(_ text: String) -> Self { Self(kind: .unreachable, message: text) }
    package static func notFound(_ text: String) -> Self { Self(kind: .notFound, message: text) }
    package static func unauthorized(_ text: String) -> Self { Self(kind: .unauthorized, message: text) }
    package static func unavailable(_ text: String) -> Self { Self(kind: .unavailable, message: text) }

    /// The output has told already what is wrong.
    package static let isSaid = Self(kind: .refused, message: nil)
}

extension Failure {
    /// Creates the failure for a system error.
    ///
    /// A broken pipe means that the reader of the output is gone.
    package init(_ error: SystemError) {
        let isClosed = error.call == "write" && error.code == EPIPE
        self = isClosed ? Self(kind: .outputClosed, message: nil) : .refused("\(error)")
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

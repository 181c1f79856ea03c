import Glibc
import LinuxSystem
import Varlink
import VarlinkSocket

/// Why a call of the service failed.
package enum ServiceError: Error, Hashable, Sendable {
    /// No service listens at the socket.
    case cannotConnect(path: String, reason: String)

    /// This user may not connect to the socket.
    case notPermitted(path: String)

    /// The service closed the connection.
    case disconnected(path: String)

    /// The service closed the connection without any answer.
    case closedUnanswered(path: String)

    /// The service did not answer within the time limit.
    case timedOut(path: String)

    /// The service sent something that is not a reply.
    case notAReply(path: String, problem: String)

    /// A reply lacks this member, or has it with another type.
    case malformedReply(method: String, member: String)

    /// The service answered with an error.
    case refused(RefusedCall)

    /// The parameters are longer than one message may be.
    case tooLong(bytes: Int, limit: Int)

    /// The kernel refused.
    case system(path: String, problem: String)

    /// Translates a failure; `isAnswered` is whether the connection had any answer before.
    init(_ failure: ClientFailure, calling method: String, at path: String, isAnswered: Bool) {
        switch failure {
        case .cannotConnect(let path, let error):
            self =
                [EACCES, EPERM].contains(error.code)
                ? .notPermitted(path: path) : .cannotConnect(path: path, reason: error.reason)
        case .connectionClosed:
            self = isAnswered ? .disconnected(path: path) : .closedUnanswered(path: path)
        case .timedOut: self = .timedOut(path: path)
        case .protocolViolated, .replyTooLong: self = .notAReply(path: path, problem: failure.description)
        case .failed(let error, let parameters):
            self = .refused(RefusedCall(method: method, error: error, parameters: parameters))
        case .system: self = .system(path: path, problem: failure.description)
        case .invalidParameters, .busy:
            // Parameters are encoded here, and one thread uses a connection for one thing.
            preconditionFailure("\(method): \(failure)")
        }
    }
}

extension ServiceError: CustomStringConvertible {
    /// What failed, on what, and what to do.
    package var description: String {
        switch self {
        case .cannotConnect(let path, let reason):
            "cannot connect to \(path): \(reason); is the service running?"
        case .notPermitted(let path):
            "this user may not connect to \(path): its owner decides who may, by the mode of the socket and its folder"
        case .disconnected(let path): "the service closed the connection to \(path)"
        case .closedUnanswered(let path):
            "the service closed the connection to \(path) without an answer: it could not start, has ended, or has as many "
                + "connections as it allows; 'systemctl status waymarkd' and its log say which"
        case .timedOut(let path): "the service at \(path) did not answer in time"
        case .notAReply(let path, let problem), .system(let path, let problem): "\(path): \(problem)"
        case .malformedReply(let method, let member):
            "the reply to \(method) has a wrong or missing '\(member)': the service is of another version; "
                + "restart it after an upgrade"
        case .refused(let refused) where refused.isOfOlderVersion:
            "the service does not know \(refused.method): it is older than this program; upgrade it, or restart it "
                + "after an upgrade"
        case .refused(let refused): "\(refused.method): the service answered \(refused)"
        case .tooLong(let bytes, let limit): "\(bytes) bytes are too long for a message of at most \(limit)"
        }
    }
}

/// An error that the service answered a call with.
package struct RefusedCall: Hashable, Sendable, CustomStringConvertible {
    /// The method that was called.
    package let method: String

    /// The full name of the error, `io.waymark.Host.UnknownWidget`.
    package let error: String

    /// Whether the service does not know the method, because it is older than this program.
    package var isOfOlderVersion: Bool {
        ["MethodNotFound", "InterfaceNotFound", "MethodNotImplemented"]
            .contains { error == "org.varlink.service.\($0)" }
    }

    /// The evidence, a JSON object.
    let parameters: [UInt8]

    /// Returns a member of the evidence that is a string.
    package func text(_ name: String) -> String? { (try? JSONObject(parameters))?[name]?.text }

    /// The name of the error and the evidence, as the service sent them.
    package var description: String {
        let evidence = String(decoding: parameters, as: UTF8.self)
        return evidence == "{}" ? error : "\(error) \(evidence)"
    }
}

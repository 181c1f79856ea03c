package import LinuxSystem
package import Varlink

/// Why a call of a client came to nothing.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// Nobody answers at this path.
    case cannotConnect(path: String, SystemError)

    /// The server closed the connection, or it was shut down here.
    case connectionClosed

    /// No reply came in time.
    case timedOut

    /// The server sent what is no reply.
    case protocolViolated(CallError)

    /// The server sent more than is accepted as one reply.
    case replyTooLong

    /// The server answered with the error of this name, and with parameters as a JSON object.
    case failed(error: String, parameters: [UInt8])

    /// What was given as parameters is not a JSON object.
    case invalidParameters(JSONError)

    /// The connection is in use by another call, or by a stream.
    case busy

    /// The kernel refused.
    case system(SystemError)

    /// What is wrong and what may be done, for the person at the keyboard.
    package var description: String {
        switch self {
        case .cannotConnect(let path, let error):
            "cannot connect to \(path): \(error.reason); is the service running?"
        case .connectionClosed: "the service closed the connection"
        case .timedOut: "the service did not answer in time"
        case .protocolViolated(let error): "the service sent something that is not a reply: \(error)"
        case .replyTooLong: "the service sent a reply that is too long"
        case .failed(let error, let parameters):
            parameters == JSONObject.empty.bytes
                ? error : "\(error) \(String(decoding: parameters, as: UTF8.self))"
        case .invalidParameters(let error): "the parameters are not a JSON object: \(error)"
        case .busy: "the connection is in use by another call"
        case .system(let error): error.description
        }
    }
}

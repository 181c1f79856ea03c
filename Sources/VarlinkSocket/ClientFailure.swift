package import LinuxSystem
package import Varlink

/// A reason why a client's call failed.
package enum ClientFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case cannotConnect(path: String, SystemError)

    /// The server closed the connection, or this side shut it down.
    case connectionClosed
    case timedOut
    case protocolViolated(CallError)
    case replyTooLong

    /// The server replied with the error of this name; its parameters are a JSON object.
    case failed(error: String, parameters: [UInt8])
    case invalidParameters(JSONError)

    /// Another call or a stream is using the connection.
    case busy
    case system(SystemError)

    /// The failure and its remedy, for the person at the keyboard.
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

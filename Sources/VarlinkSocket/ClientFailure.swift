package import LinuxSystem
package import Varlink

package enum ClientFailure: Error, Hashable, Sendable {
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
}

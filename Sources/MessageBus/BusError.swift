import CSystemd
import Glibc

/// An error on the message bus: from the other side, from the bus itself, or from the system.
package struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The D-Bus name of the error, such as `org.freedesktop.DBus.Error.AccessDenied`.
    package let name: String

    /// The error message for a person, which may be another program's text.
    package let message: String

    package init(name: String, _ message: String) {
        self.name = name
        self.message = message
    }

    /// Creates an error with a name that the D-Bus specification lists.
    package init(_ kind: Kind, _ message: String) {
        self.init(name: "org.freedesktop.DBus.Error.\(kind.rawValue)", message)
    }

    package enum Kind: String, Sendable {
        case accessDenied = "AccessDenied"
        case failed = "Failed"
        case invalidArguments = "InvalidArgs"
        case limitsExceeded = "LimitsExceeded"
        case nameHasNoOwner = "NameHasNoOwner"
        case noReply = "NoReply"

        /// This program no longer waited.
        case timeout = "Timeout"

        case serviceUnknown = "ServiceUnknown"
        case unknownObject = "UnknownObject"
    }

    package func isKind(_ kind: Kind) -> Bool { name == "org.freedesktop.DBus.Error.\(kind.rawValue)" }

    package var description: String { message.isEmpty ? name : "\(message) (\(name))" }

    /// Creates the error of a function of sd-bus that returned a negative error number.
    init(code: CInt, _ call: String) {
        self.init(.failed, unsafe "\(call): \(String(cString: strerror(-code)))")
    }

    init(_ error: sd_bus_error) {
        self.init(name: unsafe BusMessage.text(error.name), unsafe BusMessage.text(error.message))
    }
}

@discardableResult
func check(_ code: CInt, _ call: String) throws(BusError) -> CInt {
    guard code >= 0 else { throw BusError(code: code, call) }
    return code
}

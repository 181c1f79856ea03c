/// The errors that any method of any Varlink service may end with, from `org.varlink.service`.
package enum StandardError: Error, Hashable, Sendable {
    /// The service does not implement the interface.
    case interfaceNotFound(interface: String)

    /// The interface has no such method; the name is fully qualified.
    case methodNotFound(method: String)

    /// The interface has the method and the service does not implement it; the name is fully qualified.
    case methodNotImplemented(method: String)

    /// A parameter is missing, unknown, of the wrong type or out of range.
    case invalidParameter(String)
    case permissionDenied

    /// The method answers only to calls that take many replies.
    case expectedMore

    /// The method answers only to calls that take over the connection.
    case expectedUpgrade

    package var name: String {
        let name =
            switch self {
            case .interfaceNotFound: "InterfaceNotFound"
            case .methodNotFound: "MethodNotFound"
            case .methodNotImplemented: "MethodNotImplemented"
            case .invalidParameter: "InvalidParameter"
            case .permissionDenied: "PermissionDenied"
            case .expectedMore: "ExpectedMore"
            case .expectedUpgrade: "ExpectedUpgrade"
            }
        return "\(ServiceDescription.serviceInterface).\(name)"
    }

    package var parameters: [String: String] {
        switch self {
        case .interfaceNotFound(let interface): ["interface": interface]
        case .methodNotFound(let method), .methodNotImplemented(let method): ["method": method]
        case .invalidParameter(let parameter): ["parameter": parameter]
        case .permissionDenied, .expectedMore, .expectedUpgrade: [:]
        }
    }
}

import CInterfaces
package import Varlink

package protocol NamedInterface: Sendable {
    /// The reverse-domain name, `io.waymark.Host`.
    static var name: String { get }
}

extension NamedInterface {
    /// The definition, documented, in the Varlink interface definition language.
    package static var text: String { unsafe String(cString: waymark_interface_text(name)) }
}

package enum Interfaces {
    package static let all: [any NamedInterface.Type] = [
        BeaconsInterface.self, FeedInterface.self, HostInterface.self, InspectInterface.self,
        LauncherInterface.self, LocationInterface.self, MonitorInterface.self,
        SettingsInterface.self, SimulationInterface.self, WidgetsInterface.self, ServiceInterface.self,
    ]
}

/// The parameters of one method, whose type stands for the method; the interface's text explains them.
package protocol MethodParameters: JSONStructure {
    associatedtype Reply: JSONStructure = EmptyReply

    /// The full name, `io.waymark.Host.Place`.
    static var method: String { get }
}

/// A structure without members.
package protocol EmptyStructure: JSONStructure {
    init()
}

extension EmptyStructure {
    package init(_ json: inout JSONMembers) throws(ParameterProblem) { self.init() }

    package func write(_ json: inout JSONWriter) {}
}

package struct EmptyReply: EmptyStructure {
    package init() {}
}

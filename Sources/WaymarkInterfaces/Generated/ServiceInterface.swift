// Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
// swift-format-ignore-file
package import Varlink

package enum ServiceInterface: NamedInterface {
    package static let name = "org.varlink.service"
    package struct GetInfo: MethodParameters, EmptyStructure {
        package static let method = "org.varlink.service.GetInfo"
        package struct Reply: JSONStructure {
            package var vendor: String
            package var product: String
            package var version: String
            package var url: String
            package var interfaces: [String]
            package init(
                vendor: String, product: String, version: String, url: String, interfaces: [String]
            ) {
                self.vendor = vendor; self.product = product; self.version = version; self.url = url;
                self.interfaces = interfaces
            }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) {
                vendor = try json["vendor"]; product = try json["product"]; version = try json["version"];
                url = try json["url"]; interfaces = try json["interfaces"]
            }
            package func write(_ json: inout JSONWriter) {
                json.member("interfaces", interfaces); json.member("product", product); json.member("url", url);
                json.member("vendor", vendor); json.member("version", version)
            }
        }
        package init() {}
    }
    package struct GetInterfaceDescription: MethodParameters {
        package static let method = "org.varlink.service.GetInterfaceDescription"
        package struct Reply: JSONStructure {
            package var description: String
            package init(description: String) { self.description = description }
            package init(_ json: inout JSONMembers) throws(ParameterProblem) { description = try json["description"] }
            package func write(_ json: inout JSONWriter) { json.member("description", description) }
        }
        package var interface: String
        package init(interface: String) { self.interface = interface }
        package init(_ json: inout JSONMembers) throws(ParameterProblem) { interface = try json["interface"] }
        package func write(_ json: inout JSONWriter) { json.member("interface", interface) }
    }
}

extension ServiceInterface {
    package static let text = #"""
# What every Varlink service tells about itself, and the errors any method may end with.
interface org.varlink.service

# Tells who made the service, what it is, and which interfaces it implements.
method GetInfo() -> (
  vendor: string,
  product: string,
  version: string,
  url: string,
  interfaces: []string
)

# Gives the definition of one of the interfaces.
method GetInterfaceDescription(interface: string) -> (description: string)

# The service does not implement this interface.
#
# For a person: the service does not know {interface}: it is older than this program; upgrade it, or restart it
# after an upgrade
error InterfaceNotFound (interface: string)

# The interface has no such method.
#
# For a person: the service does not know {method}: it is older than this program; upgrade it, or restart it
# after an upgrade
error MethodNotFound (method: string)

# The interface has the method, but the service does not implement it.
#
# For a person: the service does not know {method}: it is older than this program; upgrade it, or restart it
# after an upgrade
error MethodNotImplemented (method: string)

# This parameter is missing, unknown, of the wrong type, or out of range.
#
# For a person: the service does not accept the value of '{parameter}'
error InvalidParameter (parameter: string)

# The caller may not do this.
#
# For a person: permission denied: it is not for this user to call
error PermissionDenied ()

# The method has to be called with 'more' set to true.
#
# For a person: the method streams, and was called for one reply
error ExpectedMore ()

# The method has to be called with 'upgrade' set to true.
#
# For a person: the method upgrades its connection, and was called without
error ExpectedUpgrade ()

"""#
}

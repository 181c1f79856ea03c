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

/// What a service tells about itself, and the calls that it answers without its program.
package struct ServiceDescription: Sendable {
    /// The interface every service has.
    package static let serviceInterface = "org.varlink.service"

    /// Who made the service.
    package let vendor: String

    /// What it is called.
    package let product: String

    /// Its version.
    package let version: String

    /// Where to read about it.
    package let url: String

    /// Its interfaces, `org.varlink.service` first.
    package let interfaces: [InterfaceDefinition]

    /// Describes a service by its own interfaces, to which `org.varlink.service` is added.
    package init(
        vendor: String,
        product: String,
        version: String,
        url: String,
        interfaces: [InterfaceDefinition]
    ) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        self.interfaces = [.service] + interfaces
    }

    /// The reply that needs nothing but this description, or `nil` if the program has to answer.
    ///
    /// That is a call of `org.varlink.service`, of an interface or a method that does not exist, one whose parameters
    /// are not those of the definition, or one that wants to take over the connection, which no method allows.
    package func reply(to call: Call) -> Reply? {
        guard let interface = interfaces.first(where: { $0.name == call.interfaceName }) else {
            return .failure(.interfaceNotFound(interface: String(call.interfaceName)))
        }
        guard let method = interface.methods.first(where: { $0.name == call.methodName }) else {
            return .failure(.methodNotFound(method: call.method))
        }
        // A reply without an error would confirm the upgrade.
        if call.mode == .upgrade { return .failure(.methodNotImplemented(method: call.method)) }
        if let parameter = interface.firstInvalid(of: method.parameters, in: call.parameters) {
            return .failure(.invalidParameter(parameter))
        }
        guard interface.name == Self.serviceInterface else { return nil }
        return method.name == "GetInfo" ? information : definition(call)
    }

    private var information: Reply {
        var json = JSONWriter()
        json.object { json in
            json.member("vendor", vendor)
            json.member("product", product)
            json.member("version", version)
            json.member("url", url)
            json.member("interfaces", interfaces.map(\.name))
        }
        return .success(RawJSON(checked: String(decoding: json.bytes, as: UTF8.self)))
    }

    private func definition(_ call: Call) -> Reply {
        guard let name = call.parameters["interface"]?.text else {
            return .failure(.invalidParameter("interface"))
        }
        guard let interface = interfaces.first(where: { $0.name == name }) else {
            return .failure(.interfaceNotFound(interface: name))
        }
        return .success(["description": interface.text])
    }
}

/// The self-description of a service, with the answers to calls that need nothing else.
package struct ServiceDescription: Sendable {
    package static let serviceInterface = "org.varlink.service"

    package let vendor: String
    package let product: String
    package let version: String
    package let url: String

    /// The interfaces, `org.varlink.service` first.
    package let interfaces: [InterfaceDefinition]

    /// The texts of the interfaces, made when somebody asks: kept, those of the service would take 100 kB.
    private let texts: [@Sendable () -> String]

    /// The places of the methods in the interfaces, by their full names.
    private let methods: [String: (interface: Int, method: Int)]

    /// Creates a description of a service from the texts of its own interfaces, and adds `org.varlink.service`.
    ///
    /// - Throws: ``DefinitionError`` for the first text that does not define an interface.
    package init(
        vendor: String,
        product: String,
        version: String,
        url: String,
        interfaces: [@Sendable () -> String]
    ) throws(DefinitionError) {
        self.vendor = vendor
        self.product = product
        self.version = version
        self.url = url
        texts = [{ InterfaceDefinition.serviceText }] + interfaces
        self.interfaces = try texts.map { text throws(DefinitionError) in try InterfaceDefinition(text()) }
        var methods: [String: (interface: Int, method: Int)] = [:]
        for (place, interface) in self.interfaces.enumerated() {
            for (number, method) in interface.methods.enumerated() {
                methods["\(interface.name).\(method.name)"] = (place, number)
            }
        }
        self.methods = methods
    }

    /// Returns the reply that this description alone can give, or `nil` if the program has to answer.
    ///
    /// It answers calls of `org.varlink.service`, of unknown interfaces and methods, with parameters that contradict
    /// the definition, and with the flag `upgrade`, which no method allows.
    package func reply(to call: Call) -> Reply? {
        guard let (place, number) = methods[call.method] else {
            let isKnown = interfaces.contains { $0.name == call.interfaceName }
            return .failure(
                isKnown
                    ? .methodNotFound(method: call.method)
                    : .interfaceNotFound(interface: String(call.interfaceName))
            )
        }
        // A reply without an error would confirm the upgrade.
        if call.mode == .upgrade { return .failure(.methodNotImplemented(method: call.method)) }
        let parameters = interfaces[place].methods[number].parameters
        if let parameter = interfaces[place].firstInvalid(of: parameters, in: call.parameters) {
            return .failure(.invalidParameter(parameter))
        }
        // The interface that every service has is the first.
        guard place == 0 else { return nil }
        return interfaces[place].methods[number].name == "GetInfo" ? information : definition(call)
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
        guard let place = interfaces.firstIndex(where: { $0.name == name }) else {
            return .failure(.interfaceNotFound(interface: name))
        }
        return .success(["description": texts[place]()])
    }
}

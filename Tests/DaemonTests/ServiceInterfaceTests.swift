import Testing
import Varlink
import WaymarkInterfaces

@testable import Daemon

@Suite("What every Varlink service tells")
struct ServiceInterfaceTests {
    private func failure(
        _ method: String,
        _ parameters: String = "{}",
        _ mode: Call.Mode = .single
    ) throws -> (name: String, parameters: JSONObject) {
        let reply = try #require(try ServiceInMemory().connect().call(method, parameters, mode).first)
        guard case .failure(let name) = reply.outcome else { throw ClientInMemory.Unexpected(reply: reply) }
        return (name, reply.parameters)
    }

    @Test("is who it is, what it has, and the text of each interface")
    func information() throws {
        let client = try ServiceInMemory().connect()
        let information = try client.call(ServiceInterface.GetInfo())
        #expect(information.product == "waymarkd" && information.interfaces.contains("org.varlink.service"))
        #expect(information.interfaces == Interfaces.all.map { $0.name })
        for interface in Interfaces.all {
            let call = ServiceInterface.GetInterfaceDescription(interface: interface.name)
            #expect(try client.call(call).description == interface.text)
        }
    }

    @Test("is there while the state cannot be saved, too")
    func fullDisk() throws {
        let service = try ServiceInMemory()
        let client = try service.connect()
        try service.setDisk(isFull: true)
        try client.call(ServiceInterface.GetInfo())
    }

    @Test("has no method that is not implemented")
    func methods() {
        let methods = Interfaces.all.flatMap { interface in
            interface.text.split(separator: "\n").filter { $0.hasPrefix("method ") }
                .map {
                    "\(interface.name).\($0.dropFirst("method ".count).prefix { $0 != "(" && $0 != " " })"
                }
        }
        #expect(Set(methods) == Set(Daemon.methods.keys))
    }

    @Test(
        "names the parameter at fault",
        arguments: [
            ("org.varlink.service.GetInfo", #"{"bogus":1}"#, "bogus"),
            ("org.varlink.service.GetInterfaceDescription", "{}", "interface"),
            ("org.varlink.service.GetInterfaceDescription", #"{"interface":5}"#, "interface"),
            ("io.waymark.Host.Place", "{}", "app"), ("io.waymark.Host.Place", #"{"app":null}"#, "app"),
            ("io.waymark.Host.Place", #"{"app":"a.b","kind":"k","user":"1"}"#, "user"),
            ("io.waymark.Host.Place", #"{"app":"a.b","kind":"k","user":1.5}"#, "user"),
            ("io.waymark.Host.Place", #"{"app":"a.b","kind":"k","family":"huge"}"#, "family"),
            ("io.waymark.Host.Place", #"{"app":"a.b","kind":"k","configuration":[]}"#, "configuration"),
            ("io.waymark.Host.Place", #"{"app":"a.b","kind":"k","bogus":null}"#, "bogus"),
        ]
    )
    func invalidParameters(_ method: String, _ parameters: String, _ parameter: String) throws {
        let failure = try failure(method, parameters)
        #expect(failure.name == "org.varlink.service.InvalidParameter")
        #expect(failure.parameters["parameter"]?.text == parameter)
    }

    @Test(
        "names an interface or a method that it does not have",
        arguments: [
            ("org.nope.Foo", "InterfaceNotFound", "interface", "org.nope"),
            ("Foo", "InterfaceNotFound", "interface", ""),
            ("io.waymark.Host.Foo", "MethodNotFound", "method", "io.waymark.Host.Foo"),
        ]
    )
    func unknown(_ method: String, _ name: String, _ parameter: String, _ value: String) throws {
        let failure = try failure(method)
        #expect(failure.name == "org.varlink.service.\(name)")
        #expect(failure.parameters[parameter]?.text == value)
    }

    @Test(
        "never confirms an upgrade",
        arguments: ["org.varlink.service.GetInfo", "io.waymark.Host.Watch", "io.waymark.Host.Remove"]
    )
    func upgrade(_ method: String) throws {
        let failure = try failure(method, "{}", .upgrade)
        #expect(failure.name == "org.varlink.service.MethodNotImplemented")
        #expect(failure.parameters["method"]?.text == method)
    }
}

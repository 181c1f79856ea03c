import Testing

@testable import Varlink

@Suite("An interface definition")
struct InterfaceDefinitionTests {
    @Test("is read with its methods, errors and types")
    func read() throws {
        let definition = try InterfaceDefinition(
            """
            # A test.
            interface org.example.test-1

            type State (idle, # comment
              busy)
            type Place (latitude: float, tags: ?[]string, more: [string](a: int, b: State))
            # Goes. method Hidden() -> ()
            method Go(to: Place, why: ?string) -> (eta: int)
            method Stop() -> ()
            error Stuck (since: string)
            """
        )
        #expect(definition.name == "org.example.test-1")
        #expect(definition.methods.map(\.name) == ["Go", "Stop"])
        let parameters = definition.methods[0].parameters
        #expect(parameters.map(\.name) == ["to", "why"])
        #expect(parameters.map(\.type) == [.named("Place"), .optional(.string)])
        let since = InterfaceDefinition.Field(name: "since", type: .string)
        #expect(definition.failures == [.init(name: "Stuck", parameters: [since])])
        #expect(definition.aliases.map(\.name) == ["State", "Place"])
        #expect(definition.aliases[0].type == .enumeration(["idle", "busy"]))
        let more: [InterfaceDefinition.Field] = [
            .init(name: "a", type: .int), .init(name: "b", type: .named("State")),
        ]
        let place: [InterfaceDefinition.Field] = [
            .init(name: "latitude", type: .float), .init(name: "tags", type: .optional(.array(.string))),
            .init(name: "more", type: .dictionary(.structure(more))),
        ]
        #expect(definition.aliases[1].type == .structure(place))
    }

    @Test(
        "is refused at the line that breaks the grammar",
        arguments: [
            ("", 1), ("interface nodots\n", 1), ("interface a.b-\n", 1), ("interface 1.b\n", 1),
            ("interface a.b method A() -> ()", 1), ("interface a.b\nmethod a() -> ()", 2),
            ("interface a.b\nmethod A() ()", 2), ("interface a.b\nmethod A(x, y) -> ()", 2),
            ("interface a.b\nmethod A(x: ?" + "?int) -> ()", 2),
            ("interface a.b\nmethod A(x: number) -> ()", 2),
            ("interface a.b\nmethod A() -> ()\nmethod A() -> ()", 3),
            ("interface a.b\ntype A (a: int, a: int)", 2), ("interface a.b\n\n!", 3),
        ]
    )
    func refused(_ text: String, _ line: Int) {
        #expect { try InterfaceDefinition(text) } throws: { ($0 as? DefinitionError)?.line == line }
    }
}

@Suite("A service")
struct ServiceDescriptionTests {
    private static let definition = """
        interface org.example.test
        type Mode (fast, slow)
        method Go(place: string, speed: ?int, mode: ?Mode, load: ?(kilograms: float)) -> ()
        """

    private let service: ServiceDescription

    init() throws {
        service = try ServiceDescription(
            vendor: "A \"vendor\"",
            product: "P",
            version: "1",
            url: "https://example.org",
            interfaces: [{ Self.definition }]
        )
    }

    /// An error of the protocol, with its only parameter.
    private func failure(_ name: String, _ parameter: String, _ value: String) -> String {
        #"{"error":"org.varlink.service.\#(name)","parameters":{"\#(parameter)":"\#(value)"}}"#
    }

    private func reply(_ method: String, _ parameters: String = "{}", _ mode: Call.Mode = .single) throws
        -> String?
    {
        let call = Call(method: method, mode: mode, parameters: try JSONObject(Array(parameters.utf8)))
        return service.reply(to: call).map { String(decoding: $0.message.dropLast(), as: UTF8.self) }
    }

    @Test("tells who it is and what it has")
    func information() throws {
        #expect(
            try reply("org.varlink.service.GetInfo")
                == #"{"parameters":{"vendor":"A \"vendor\"","product":"P","version":"1","url":"https://example.org","#
                + #""interfaces":["org.varlink.service","org.example.test"]}}"#
        )
    }

    @Test("gives the text of each of its interfaces")
    func definitions() throws {
        for interface in service.interfaces {
            let parameters = #"{"interface":"\#(interface.name)"}"#
            let text = try reply("org.varlink.service.GetInterfaceDescription", parameters)
            let received = try ReceivedReply(parsing: Array(try #require(text).utf8))
            let description = try #require(received.parameters["description"]?.text)
            #expect(try InterfaceDefinition(description) == interface)
            #expect(interface.name != "org.example.test" || description == Self.definition)
        }
    }

    @Test(
        "names the parameter at fault",
        arguments: [
            ("org.varlink.service.GetInfo", #"{"bogus":1}"#, "bogus"),
            ("org.varlink.service.GetInterfaceDescription", "{}", "interface"),
            ("org.varlink.service.GetInterfaceDescription", #"{"interface":5}"#, "interface"),
            ("org.example.test.Go", "{}", "place"), ("org.example.test.Go", #"{"place":null}"#, "place"),
            ("org.example.test.Go", #"{"place":"x","speed":"1"}"#, "speed"),
            ("org.example.test.Go", #"{"place":"x","speed":1.5}"#, "speed"),
            ("org.example.test.Go", #"{"place":"x","mode":"idle"}"#, "mode"),
            ("org.example.test.Go", #"{"place":"x","load":[]}"#, "load"),
            ("org.example.test.Go", #"{"place":"x","bogus":null}"#, "bogus"),
        ]
    )
    func invalidParameters(_ method: String, _ parameters: String, _ parameter: String) throws {
        let expected = failure("InvalidParameter", "parameter", parameter)
        #expect(try reply(method, parameters) == expected)
    }

    @Test("names an interface or a method that it does not have")
    func unknown() throws {
        for (method, interface) in [("org.nope.Foo", "org.nope"), ("Foo", "")] {
            #expect(try reply(method) == failure("InterfaceNotFound", "interface", interface))
        }
        let described = try reply("org.varlink.service.GetInterfaceDescription", #"{"interface":"a.b"}"#)
        #expect(described == failure("InterfaceNotFound", "interface", "a.b"))
        let method = "org.example.test.Stop"
        #expect(try reply(method) == failure("MethodNotFound", "method", method))
    }

    @Test(
        "leaves the program's methods to the program",
        arguments: [
            #"{"place":"x"}"#, #"{"place":"x","speed":null}"#, #"{"place":"x","speed":-3,"mode":"fast"}"#,
            #"{"load":{"anything":1},"place":"x"}"#,
        ]
    )
    func passedOn(_ parameters: String) throws {
        #expect(try reply("org.example.test.Go", parameters) == nil)
    }

    @Test("never confirms an upgrade")
    func upgrade() throws {
        for method in ["org.varlink.service.GetInfo", "org.example.test.Go"] {
            #expect(try reply(method, "{}", .upgrade) == failure("MethodNotImplemented", "method", method))
        }
    }
}

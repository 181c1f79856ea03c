import Testing

@testable import InterfaceGenerator

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

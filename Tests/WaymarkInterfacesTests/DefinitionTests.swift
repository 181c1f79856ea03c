import Testing
import Varlink
import WaymarkInterfaces

@Suite("Interface definitions")
struct DefinitionTests {
    @Test("keep the grammar and name only types that they define", arguments: Interfaces.all.map { $0.name })
    func read(_ name: String) throws {
        let interface = try #require(Interfaces.all.first { $0.name == name })
        let definition = try InterfaceDefinition(interface.text)
        #expect(definition.name == name)
        let defined = Set(definition.aliases.map(\.name))
        let fields =
            definition.methods.map { $0.parameters + $0.results } + definition.failures.map(\.parameters)
        let used = fields.joined().map(\.type) + definition.aliases.map(\.type)
        #expect(Set(used.map(names).joined()).subtracting(defined).isEmpty)
    }

    private func names(in type: InterfaceDefinition.ValueType) -> [String] {
        switch type {
        case .named(let name): [name]
        case .array(let type), .dictionary(let type), .optional(let type): names(in: type)
        case .structure(let fields): Array(fields.map { names(in: $0.type) }.joined())
        case .bool, .int, .float, .string, .object, .any, .enumeration: []
        }
    }
}

/// The parsed definition of an interface, of which its Swift types are made.
struct InterfaceDefinition: Hashable, Sendable {
    struct Method: Hashable, Sendable {
        let name: String
        let parameters: [Field]
        let results: [Field]
    }

    struct Failure: Hashable, Sendable {
        let name: String
        let parameters: [Field]
    }

    struct Alias: Hashable, Sendable {
        let name: String
        let type: ValueType
    }

    struct Field: Hashable, Sendable {
        let name: String
        let type: ValueType
    }

    indirect enum ValueType: Hashable, Sendable {
        case bool
        case int
        case float
        case string
        case object
        case any
        case named(String)
        case structure([Field])
        case enumeration([String])
        case array(ValueType)
        case dictionary(ValueType)
        case optional(ValueType)
    }

    /// The name, such as `org.varlink.service`.
    let name: String

    // Each in the order of the definition.
    let methods: [Method]
    let failures: [Failure]
    let aliases: [Alias]

    /// Parses an interface definition.
    ///
    /// It checks the whole grammar, not only the method names, so that a definition that other implementations would
    /// reject fails during development.
    ///
    /// - Throws: ``DefinitionError`` with the offending line.
    init(_ text: String) throws(DefinitionError) {
        var reader = try DefinitionReader(text)
        name = try reader.readInterfaceName()
        while try reader.readMember() {}
        (methods, failures, aliases) = (reader.methods, reader.failures, reader.aliases)
    }
}

struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line number, from 1.
    let line: Int
    let expectation: String

    var description: String { "line \(line): expected \(expectation)" }
}

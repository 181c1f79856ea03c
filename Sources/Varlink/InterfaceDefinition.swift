/// An interface: its definition as shown to clients, and the parsed members that the server uses.
package struct InterfaceDefinition: Hashable, Sendable {
    package struct Method: Hashable, Sendable {
        package let name: String
        package let parameters: [Field]
        package let results: [Field]
    }

    package struct Failure: Hashable, Sendable {
        package let name: String
        package let parameters: [Field]
    }

    package struct Alias: Hashable, Sendable {
        package let name: String
        package let type: ValueType
    }

    package struct Field: Hashable, Sendable {
        package let name: String
        package let type: ValueType
    }

    package indirect enum ValueType: Hashable, Sendable {
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
    package let name: String

    // Each in the order of the definition.
    package let methods: [Method]
    package let failures: [Failure]
    package let aliases: [Alias]

    /// Parses an interface definition.
    ///
    /// It checks the whole grammar, not only the method names, so that a definition that other implementations would
    /// reject fails during development.
    ///
    /// - Throws: ``DefinitionError`` with the offending line.
    package init(_ text: String) throws(DefinitionError) {
        var reader = try DefinitionReader(text)
        name = try reader.readInterfaceName()
        while try reader.readMember() {}
        (methods, failures, aliases) = (reader.methods, reader.failures, reader.aliases)
    }
}

package struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line number, from 1.
    package let line: Int
    package let expectation: String

    package var description: String { "line \(line): expected \(expectation)" }
}

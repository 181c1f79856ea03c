/// One interface: its definition as clients are shown it, and what the server itself reads in it.
package struct InterfaceDefinition: Hashable, Sendable {
    /// A method, with what it takes and what it gives.
    package struct Method: Hashable, Sendable {
        package let name: String
        package let parameters: [Field]
        package let results: [Field]
    }

    /// An error, with what it tells.
    package struct Failure: Hashable, Sendable {
        package let name: String
        package let parameters: [Field]
    }

    /// A type with a name.
    package struct Alias: Hashable, Sendable {
        package let name: String
        package let type: ValueType
    }

    /// One named value of a structure or of parameters.
    package struct Field: Hashable, Sendable {
        package let name: String
        package let type: ValueType
    }

    /// The type of a value.
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

    /// The definition, comments included.
    package let text: String

    /// The methods in their order.
    package let methods: [Method]

    /// The errors in their order.
    package let failures: [Failure]

    /// The named types in their order.
    package let aliases: [Alias]

    /// Reads an interface definition.
    ///
    /// The whole grammar is read and not only the names of the methods: a definition that other implementations
    /// refuse is found when it is written and not by their users.
    ///
    /// - Throws: ``DefinitionError`` with the line that breaks the grammar.
    package init(_ text: String) throws(DefinitionError) {
        var reader = try DefinitionReader(text)
        name = try reader.readInterfaceName()
        var methods: [Method] = []
        var failures: [Failure] = []
        var aliases: [Alias] = []
        while let member = try reader.readMember() {
            switch member {
            case .method(let method): methods.append(method)
            case .failure(let failure): failures.append(failure)
            case .alias(let alias): aliases.append(alias)
            }
        }
        self.text = text
        self.methods = methods
        self.failures = failures
        self.aliases = aliases
    }
}

/// Why a text is not an interface definition.
package struct DefinitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    package let line: Int

    /// What would have been right there.
    package let expectation: String

    package var description: String { "line \(line): expected \(expectation)" }
}

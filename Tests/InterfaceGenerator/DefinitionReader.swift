/// A parser for the Varlink interface definition language.
struct DefinitionReader {
    private struct Token {
        let text: Substring
        let line: Int
    }

    private var tokens: [Token] = []
    private var index = 0
    private var lastLine = 1

    /// The names of types, methods and errors, which share one namespace.
    private var names: Set<Substring> = []

    private(set) var methods: [InterfaceDefinition.Method] = []
    private(set) var failures: [InterfaceDefinition.Failure] = []
    private(set) var aliases: [InterfaceDefinition.Alias] = []

    init(_ text: String) throws(DefinitionError) {
        var line = 1
        var rest = text[...]
        while let character = rest.first {
            if character.isNewline {
                line += 1
                rest.removeFirst()
            } else if character.isWhitespace {
                rest.removeFirst()
            } else if character == "#" {
                rest = rest.drop { !$0.isNewline }
            } else {
                let token = Self.nextToken(in: rest)
                guard !token.isEmpty else {
                    throw DefinitionError(line: line, expectation: "a name or punctuation")
                }
                tokens.append(Token(text: token, line: line))
                rest = rest[token.endIndex...]
            }
        }
        lastLine = line
    }

    /// Returns the token that a text begins with; an empty one if it begins with none.
    private static func nextToken(in text: Substring) -> Substring {
        switch text.first {
        case "(", ")", ",", ":", "?": return text.prefix(1)
        case "-": return text.hasPrefix("->") ? text.prefix(2) : ""
        case "[": return ["[]", "[string]"].first(where: text.hasPrefix).map { text.prefix($0.count) } ?? ""
        default: return text.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) || "_.-".contains($0) }
        }
    }

    mutating func readInterfaceName() throws(DefinitionError) -> String {
        try expect("interface")
        let name = try read("an interface name") { name in
            let components = name.split(separator: ".", omittingEmptySubsequences: false)
            return components.count >= 2 && components[0].first?.isLetter == true
                && components.allSatisfy { component in
                    !component.isEmpty && component.first != "-" && component.last != "-"
                        && !component.contains("_")
                }
        }
        return String(name)
    }

    /// Reads the next member, and returns whether there was one.
    mutating func readMember() throws(DefinitionError) -> Bool {
        guard index < tokens.count else { return false }
        guard tokens[index].line > tokens[index - 1].line else { throw failure("a line break") }
        let keyword = tokens[index].text
        guard ["method", "error", "type"].contains(keyword) else { throw failure("method, type or error") }
        index += 1
        let name = try read("a name with a capital letter") { name in
            name.first?.isUppercase == true && name.allSatisfy { $0.isLetter || $0.isNumber }
        }
        guard names.insert(name).inserted else { throw failure("a name that is not taken, not \(name)") }
        switch keyword {
        case "method":
            let parameters = try readFields()
            try expect("->")
            methods.append(.init(name: String(name), parameters: parameters, results: try readFields()))
        case "error": failures.append(.init(name: String(name), parameters: try readFields()))
        default:
            guard peek == "(" else { throw failure("(") }
            aliases.append(.init(name: String(name), type: try readType()))
        }
        return true
    }

    private var peek: Substring? { index < tokens.count ? tokens[index].text : nil }

    private func failure(_ expectation: String) -> DefinitionError {
        DefinitionError(
            line: index < tokens.count ? tokens[index].line : lastLine,
            expectation: expectation
        )
    }

    private mutating func expect(_ text: String) throws(DefinitionError) {
        guard peek.map({ $0 == text }) == true else { throw failure(text) }
        index += 1
    }

    private mutating func accept(_ text: String) -> Bool {
        guard peek.map({ $0 == text }) == true else { return false }
        index += 1
        return true
    }

    private mutating func read(
        _ expectation: String,
        where isValid: (Substring) -> Bool
    ) throws(DefinitionError) -> Substring {
        guard let token = peek, isValid(token) else { throw failure(expectation) }
        index += 1
        return token
    }

    private mutating func readFieldName() throws(DefinitionError) -> String {
        let name = try read("a field name") { name in
            name.first?.isLetter == true && name.last != "_"
                && !zip(name, name.dropFirst()).contains { $0 == "_" && $1 == "_" }
                && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
        }
        return String(name)
    }

    private mutating func readFields() throws(DefinitionError) -> [InterfaceDefinition.Field] {
        guard case .structure(let fields) = try readParenthesis() else {
            throw failure("fields with types")
        }
        return fields
    }

    private mutating func readParenthesis() throws(DefinitionError) -> InterfaceDefinition.ValueType {
        try expect("(")
        if accept(")") { return .structure([]) }
        let first = try readFieldName()
        guard accept(":") else {
            var names = [first]
            while accept(",") { names.append(try readFieldName()) }
            try expect(")")
            return .enumeration(names)
        }
        var fields = [InterfaceDefinition.Field(name: first, type: try readType())]
        while accept(",") {
            let name = try readFieldName()
            guard !fields.contains(where: { $0.name == name }) else {
                throw failure("a field name that is not taken, not \(name)")
            }
            try expect(":")
            fields.append(.init(name: name, type: try readType()))
        }
        try expect(")")
        return .structure(fields)
    }

    private mutating func readType() throws(DefinitionError) -> InterfaceDefinition.ValueType {
        if accept("?") {
            guard peek != "?" else { throw failure("a type that is not optional already") }
            return .optional(try readType())
        }
        if accept("[]") { return .array(try readType()) }
        if accept("[string]") { return .dictionary(try readType()) }
        if peek == "(" { return try readParenthesis() }
        let name = try read("a type") { $0.first?.isLetter == true }
        switch name {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "any": return .any
        default:
            guard name.first?.isUppercase == true else { throw failure("a type, not \(name)") }
            return .named(String(name))
        }
    }
}

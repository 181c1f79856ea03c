import Varlink

/// The Swift types of one interface, which read and write themselves.
struct SwiftInterface {
    typealias Definition = InterfaceDefinition

    static let head = """
        // Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
        // swift-format-ignore-file

        """

    private static let width = 120

    private let definition: Definition

    /// The interfaces whose types this one may share.
    private let earlier: ArraySlice<Definition>
    private var lines: [String] = []
    private var indentation = 0

    /// The replies written so far, by what they carry.
    private var replies: [(fields: [Definition.Field], method: String)] = []

    /// The types of `definition`; what it defines just as an earlier interface does, is that interface's.
    init(_ definition: Definition, after earlier: ArraySlice<Definition>) {
        self.definition = definition
        self.earlier = earlier
        let resource = String(definition.name.map { $0 == "." ? "_" : $0 })
        open("package enum \(Self.name(of: definition)): NamedInterface")
        add("package static let name = \"\(definition.name)\"")
        let bytes = "PackageResources.\(resource)_varlink"
        add("package static var text: String { String(decoding: \(bytes), as: UTF8.self) }")
        for alias in definition.aliases { write(alias) }
        for method in definition.methods { write(method) }
        for failure in definition.failures {
            let name = "package static let name = \"\(definition.name).\(failure.name)\""
            write("\(failure.name): InterfaceError", failure.parameters, constant: name) { _ in }
        }
        close()
    }

    /// Returns the Swift name of an interface, `HostInterface`.
    static func name(of definition: Definition) -> String {
        (definition.name.split(separator: ".").last ?? "") + "Interface"
    }

    /// The whole file.
    var file: String {
        // An import that is not used is an error.
        let usesShared = lines.contains { $0.contains(" = LocationModel.") }
        return Self.head + (usesShared ? "package import LocationModel\n" : "")
            + "package import Varlink\n\n"
            + lines.map { $0 + "\n" }.joined()
    }

    // MARK: Members of an interface

    private mutating func write(_ alias: Definition.Alias) {
        if let sharing = earlier.first(where: { $0.aliases.contains(alias) }) {
            return add("package typealias \(alias.name) = \(Self.name(of: sharing)).\(alias.name)")
        }
        switch alias.type {
        case .enumeration(let words): writeWords(alias.name, words)
        case .structure(let fields): write("\(alias.name): JSONStructure", fields) { _ in }
        default: add("package typealias \(alias.name) = \(swiftType(alias.type, of: alias.name))")
        }
    }

    private mutating func write(_ method: Definition.Method) {
        let constant = "package static let method = \"\(definition.name).\(method.name)\""
        write("\(method.name): MethodParameters", method.parameters, constant: constant) { writer in
            if method.results.isEmpty {
                writer.add("package typealias Reply = EmptyReply")
            } else if let same = writer.replies.first(where: { $0.fields == method.results }) {
                writer.add("package typealias Reply = \(same.method).Reply")
            } else {
                let isStream = Self.streamMembers.isSubset(of: method.results.map(\.name))
                writer.write("Reply: \(isStream ? "StreamedStructure" : "JSONStructure")", method.results) {
                    _ in
                }
                writer.replies.append((method.results, method.name))
            }
        }
    }

    private mutating func writeWords(_ name: String, _ words: [String]) {
        if let shared = SharedWord.name(for: words) {
            // A type of this name in here would stand before the other.
            return add("package typealias \(name) = LocationModel.\(shared)")
        }
        add("package enum \(name): String, JSONWord { case \(words.joined(separator: ", ")) }")
    }

    /// Writes a structure with its members, and what else `rest` puts into it.
    private mutating func write(
        _ declaration: String,
        _ fields: [Definition.Field],
        constant: String? = nil,
        _ rest: (inout SwiftInterface) -> Void
    ) {
        open("package struct \(declaration)")
        if let constant { add(constant) }
        for field in fields {
            if let words = Self.words(in: field.type) { writeWords(Self.typeName(for: field), words) }
        }
        rest(&self)
        let types = fields.map { swiftType($0.type, of: Self.typeName(for: $0)) }
        for (field, type) in zip(fields, types) { add("package var \(field.name): \(type)") }
        let parameters = zip(fields, types).map { field, type in
            "\(field.name): \(type)" + (type.hasSuffix("?") ? " = nil" : "")
        }
        write("package init(", parameters, ")", fields.map { "self.\($0.name) = \($0.name)" })
        let reads = zip(fields, types).map { field, type in
            "\(field.name) = try json.\(type.hasSuffix("?") ? "optional" : "required")(\"\(field.name)\")"
        }
        write("package init(_ json: inout JSONMembers) throws(ParameterProblem)", [], "", reads)
        var names = fields.map(\.name).sorted()
        if Self.streamMembers.isSubset(of: names) { names.removeAll(where: Self.streamMembers.contains) }
        let writes = names.map { "json.member(\"\($0)\", \($0))" }
        let function = names.count < fields.count ? "writeContents" : "write"
        write("package func \(function)(_ json: inout JSONWriter)", [], "", writes)
        close()
    }

    // MARK: Types

    private static func typeName(for field: Definition.Field) -> String {
        field.name.prefix(1).uppercased() + field.name.dropFirst()
    }

    /// The members that tell the event of one stream from the same event of another.
    private static let streamMembers: Set<String> = ["dropped", "sequence"]

    /// The words of an enumeration without a name.
    private static func words(in type: Definition.ValueType) -> [String]? {
        switch type {
        case .enumeration(let words): words
        case .optional(let type), .array(let type): words(in: type)
        default: nil
        }
    }

    private func swiftType(_ type: Definition.ValueType, of name: String) -> String {
        switch type {
        case .bool: "Bool"
        case .int: "Int"
        case .float: "Double"
        case .string: "String"
        case .object: "RawJSON"
        case .named(let name): name
        case .enumeration: name
        case .array(let element): "[\(swiftType(element, of: name))]"
        case .optional(let type): "\(swiftType(type, of: name))?"
        case .any, .dictionary, .structure: preconditionFailure("\(definition.name): \(name) needs a name")
        }
    }

    // MARK: Lines

    private mutating func add(_ line: String) {
        lines.append(String(repeating: " ", count: 4 * indentation) + line)
    }

    private mutating func open(_ declaration: String) {
        add(declaration + " {")
        indentation += 1
    }

    private mutating func close() {
        indentation -= 1
        add("}")
    }

    /// Writes a function on one line, or on as few as it takes.
    private mutating func write(
        _ start: String,
        _ parameters: [String],
        _ end: String,
        _ statements: [String]
    ) {
        let body = statements.isEmpty ? "{}" : "{ \(statements.joined(separator: "; ")) }"
        let line = "\(start)\(parameters.joined(separator: ", "))\(end) \(body)"
        if line.count + 4 * indentation <= Self.width { return add(line) }
        if parameters.isEmpty {
            open(start + end)
        } else {
            add(start)
            indentation += 1
            wrap(parameters, ",")
            indentation -= 1
            open(end)
        }
        wrap(statements, ";")
        close()
    }

    /// Writes as many parts on a line as fit.
    private mutating func wrap(_ parts: [String], _ separator: String) {
        var line = ""
        for part in parts {
            if !line.isEmpty, 4 * indentation + line.count + part.count + 2 > Self.width {
                add(line + separator)
                line = ""
            }
            line += line.isEmpty ? part : "\(separator) \(part)"
        }
        add(line)
    }
}

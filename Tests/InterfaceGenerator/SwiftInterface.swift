struct SwiftInterface {
    typealias Definition = InterfaceDefinition

    static let head = """
        // Generated from Sources/WaymarkInterfaces/Descriptions: do not edit, run `make interfaces`.
        // swift-format-ignore-file

        """

    private static let width = 120

    /// The types that the library for apps hands on as they are, with what each member means.
    private static let publicTypes: Set<String> = [
        "Authorization", "FeatureAvailability", "Heading", "Location", "LocationAbsence", "RegionChange",
        "Service", "UnknownCause", "UnknownLocation", "Visit",
    ]

    private let definition: Definition
    private let comments: Comments
    private let earlier: ArraySlice<Definition>
    private var lines: [String] = []
    private var indentation = 0

    /// The replies written so far, by what they carry.
    private var replies: [(fields: [Definition.Field], method: String)] = []

    /// The types of `definition`; what it defines just as an earlier interface does, is that interface's.
    init(_ definition: Definition, _ comments: Comments, after earlier: ArraySlice<Definition>) {
        self.definition = definition
        self.comments = comments
        self.earlier = earlier
        // What only this package uses is documented by the text.
        let isPublic = definition.aliases.contains { Self.publicTypes.contains($0.name) }
        if isPublic { comment(comments[""]) }
        open("\(isPublic ? "public" : "package") enum \(Self.name(of: definition)): NamedInterface")
        add("package static let name = \"\(definition.name)\"")
        for alias in definition.aliases { write(alias) }
        for method in definition.methods { write(method) }
        close()
    }

    static func name(of definition: Definition) -> String {
        let name = definition.name.split(separator: ".").last ?? ""
        return name.prefix(1).uppercased() + name.dropFirst() + "Interface"
    }

    var file: String {
        // An import that is not used is an error.
        let usesShared = lines.contains(where: Self.namesShared)
        let isPublic = lines.contains { $0.contains("public var") && Self.namesShared($0) }
        let conforms = lines.contains {
            $0.contains("public ") && $0.contains(": JSON") || $0.contains(", JSONWord, H")
        }
        return Self.head + (usesShared ? "\(isPublic ? "public" : "package") import LocationModel\n" : "")
            + "\(conforms ? "public" : "package") import Varlink\n\n"
            + lines.map { $0 + "\n" }.joined()
    }

    /// Whether a line of code names a type of `LocationModel`.
    private static func namesShared(_ line: String) -> Bool {
        let words = line.split { !$0.isLetter }
        return !line.contains("///")
            && (words.contains("LocationModel") || SharedWord.all.contains { words.contains($0.name[...]) })
    }

    // MARK: Members of an interface

    private mutating func write(_ alias: Definition.Alias) {
        // What others define alike has their name.
        guard typeName(of: alias.name) == alias.name else { return }
        switch alias.type {
        case .enumeration(let words):
            writeWords(alias.name, words, isPublic: Self.publicTypes.contains(alias.name))
        case .structure(let fields):
            guard Self.publicTypes.contains(alias.name) else {
                return write("\(alias.name): JSONStructure", fields) { _ in }
            }
            writePublic(alias.name, fields)
        default: add("package typealias \(alias.name) = \(swiftType(alias.type, of: alias.name))")
        }
    }

    /// The earlier interface that defines a type just as this one does.
    private func sharing(_ name: String) -> Definition? {
        let alias = definition.aliases.first { $0.name == name }
        return earlier.first { $0.aliases.contains { $0 == alias } }
    }

    private mutating func write(_ method: Definition.Method) {
        let constant = "package static let method = \"\(definition.name).\(method.name)\""
        let list = Self.list(in: method)
        let kind = list == nil ? "MethodParameters" : "PagedCall"
        write("\(method.name): \(kind)", method.parameters, constant: constant) { writer in
            if method.results.isEmpty { return }
            if let same = writer.replies.first(where: { $0.fields == method.results }) {
                writer.add("package typealias Reply = \(same.method).Reply")
            } else {
                let isStream = Self.streamMembers.isSubset(of: method.results.map(\.name))
                let kind = list != nil ? "Page" : isStream ? "StreamedStructure" : "JSONStructure"
                writer.write("Reply: \(kind)", method.results) { writer in
                    guard let list else { return }
                    let type = writer.swiftType(list.type, of: Self.typeName(for: list))
                    let access = "get { \(list.name) } set { \(list.name) = newValue }"
                    writer.add("package var elements: \(type) { \(access) }")
                }
                writer.replies.append((method.results, method.name))
            }
        }
    }

    /// The member with the elements, in the reply of a method that lists something in pages.
    private static func list(in method: Definition.Method) -> Definition.Field? {
        guard method.parameters.contains(where: { $0.name == "after" && $0.type == .optional(.string) }),
            method.results.contains(where: { $0.name == "next" })
        else { return nil }
        return method.results.first { if case .array = $0.type { true } else { false } }
    }

    private mutating func writeWords(_ name: String, _ words: [String], isPublic: Bool = false) {
        guard SharedWord.name(for: words) == nil else { return }
        if isPublic {
            comment(comments[name])
            open(Self.publicWords(name))
            for word in words {
                comment(comments["\(name).\(word)"])
                add("case \(word)")
            }
            return close()
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
        open("package struct \(declaration)\(fields.isEmpty ? ", EmptyStructure" : "")")
        if let constant { add(constant) }
        for field in fields {
            if let words = Self.words(in: field.type) { writeWords(Self.typeName(for: field), words) }
        }
        rest(&self)
        let types = fields.map { swiftType($0.type, of: Self.typeName(for: $0)) }
        for (field, type) in zip(fields, types) { add("package var \(field.name): \(type)") }
        let isStreamed = Self.streamMembers.isSubset(of: fields.map(\.name))
        let parameters = zip(fields, types).map { field, type in
            // Events get their numbers as they leave.
            let usual = isStreamed && field.name == "sequence" ? " = 0" : ""
            return "\(field.name): \(type)" + (type.hasSuffix("?") ? " = nil" : usual)
        }
        write("package init(", parameters, ")", fields.map { "self.\($0.name) = \($0.name)" })
        if fields.isEmpty { return close() }
        let reads = fields.map { "\($0.name) = try json[\"\($0.name)\"]" }
        write("package init(_ json: inout JSONMembers) throws(ParameterProblem)", [], "", reads)
        var names = fields.map(\.name).sorted()
        if isStreamed { names.removeAll(where: Self.streamMembers.contains) }
        let writes = names.map { "json.member(\"\($0)\", \($0))" }
        let function = names.count < fields.count ? "writeContents" : "write"
        write("package func \(function)(_ json: inout JSONWriter)", [], "", writes)
        close()
    }

    /// Writes a structure for apps, whose members say what they mean by their types too.
    private mutating func writePublic(_ name: String, _ fields: [Definition.Field]) {
        self.comment(comments[name])
        open("public struct \(name): JSONStructure, Hashable, Sendable")
        let comment = { [comments] (member: String) in comments["\(name).\(member)"] ?? "" }
        let members = PublicMember.members(for: fields, comment) { [copy = self] type, field in
            copy.swiftType(type, of: Self.typeName(for: field))
        }
        for field in fields {
            if let words = Self.words(in: field.type) {
                writeWords(Self.typeName(for: field), words, isPublic: true)
            }
        }
        for member in members {
            self.comment(
                member.fields.count > 1 ? "The position, WGS-84." : comments["\(name).\(member.fields[0])"]
            )
            add("\(member.access) var \(member.name): \(member.type)")
        }
        // The library has an initializer with dates, which the one with instants must not be mistaken for.
        let parameters = members.map { member in
            let isAbsent = member.type.hasSuffix("?") && member.access == "public"
            return "\(member.name): \(member.type)" + (isAbsent ? " = nil" : "")
        }
        write("package init(", parameters, ")", members.map { "self.\($0.name) = \($0.name)" })
        let reads = members.map { "\($0.name) = \($0.reading)" }
        write("package init(_ json: inout JSONMembers) throws(ParameterProblem)", [], "", reads)
        let writings = members.flatMap(\.writings).sorted { $0.field < $1.field }
        let writes = writings.map { "json.member(\"\($0.field)\", \($0.value))" }
        write("package func write(_ json: inout JSONWriter)", [], "", writes)
        close()
    }

    private mutating func comment(_ text: String?) {
        for line in (text ?? "").split(separator: "\n", omittingEmptySubsequences: false) where text != nil {
            add(line.isEmpty ? "///" : "/// \(line)")
        }
    }

    private static func publicWords(_ name: String) -> String {
        "@nonexhaustive public enum \(name): String, JSONWord, Hashable, Sendable, CaseIterable"
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
        case .named(let alias): typeName(of: alias)
        case .enumeration(let words): SharedWord.name(for: words) ?? name
        case .array(let element): "[\(swiftType(element, of: name))]"
        case .optional(let type): "\(swiftType(type, of: name))?"
        case .any, .dictionary, .structure: preconditionFailure("\(definition.name): \(name) needs a name")
        }
    }

    /// The type of an alias: one that all share, that of an earlier interface, or one of this.
    private func typeName(of alias: String) -> String {
        let type = definition.aliases.first { $0.name == alias }?.type
        if case .enumeration(let words)? = type, let shared = SharedWord.name(for: words) { return shared }
        return sharing(alias).map { "\(Self.name(of: $0)).\(alias)" } ?? alias
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

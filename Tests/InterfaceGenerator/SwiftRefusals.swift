/// The Swift enumeration of all errors that interfaces declare, with their messages.
///
/// Interfaces that declare an error of one name declare it alike, and for a client it is one.
struct SwiftRefusals {
    private struct Refusal {
        let failure: InterfaceDefinition.Failure
        let definition: InterfaceDefinition
        let comments: Comments

        var name: String { failure.name.prefix(1).lowercased() + failure.name.dropFirst() }
    }

    private let refusals: [Refusal]

    init(_ interfaces: [(InterfaceDefinition, Comments)]) {
        var refusals: [Refusal] = []
        for (definition, comments) in interfaces {
            for failure in definition.failures {
                if let same = refusals.first(where: { $0.failure.name == failure.name }) {
                    precondition(same.failure == failure, "\(definition.name): another \(failure.name)")
                } else {
                    refusals.append(Refusal(failure: failure, definition: definition, comments: comments))
                }
            }
        }
        self.refusals = refusals
    }

    var file: String {
        SwiftInterface.head + """
            public import LocationModel
            import UserInput
            package import Varlink

            /// An error that the service answered a call with.
            @nonexhaustive public enum ServiceRefusal: Error, Hashable, Sendable {
            \(refusals.map(declaration).joined(separator: "\n"))
                /// An error that this version does not know: its full name, and its members as a JSON object.
                case other(name: String, evidence: String)
            }

            extension ServiceRefusal: CustomStringConvertible {
                /// What failed, on what, and what to do.
                public var description: String {
                    switch self {
            \(refusals.map(message).joined(separator: "\n"))
                    case .other(let name, let evidence):
                        "the service answered \\(name.harmless)" + (evidence == "{}" ? "" : " \\(evidence.harmless)")
                    }
                }

                /// Returns the reply to a call of an interface that ends with this error.
                package func reply(in interface: String) -> Reply {
                    switch self {
            \(refusals.map(reply).joined(separator: "\n"))
                    case .other(let name, _): .failure(name)
                    }
                }

                /// Reads an error by its full name.
                package static func known(_ name: String, _ json: inout JSONMembers) throws(ParameterProblem) -> Self? {
                    switch name.split(separator: ".").last {
            \(refusals.map(reading).joined(separator: "\n"))
                    default: nil
                    }
                }
            }

            """
    }

    private func declaration(of refusal: Refusal) -> String {
        let comment = (refusal.comments[refusal.failure.name] ?? "").split(separator: "\n").map {
            "    /// \($0)\n"
        }
        let members = refusal.failure.parameters.map { "\($0.name): \(type($0, in: refusal.definition))" }
        return comment.joined() + "    case \(refusal.name)"
            + (members.isEmpty ? "" : "(\(members.joined(separator: ", ")))")
    }

    private func reading(of refusal: Refusal) -> String {
        let members = refusal.failure.parameters.map { "\($0.name): try json[\"\($0.name)\"]" }
        return "        case \"\(refusal.failure.name)\": .\(refusal.name)"
            + (members.isEmpty ? "" : "(\(members.joined(separator: ", ")))")
    }

    /// The case of a switch that gives the reply; the errors of the protocol itself are not of the called interface.
    private func reply(of refusal: Refusal) -> String {
        let own = "org.varlink.service"
        let interface = refusal.definition.name == own ? own : "\\(interface)"
        let names = refusal.failure.parameters.map(\.name)
        let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
        let writes = names.sorted().map { "$0.member(\"\($0)\", \($0))" }
        return "        case .\(refusal.name)\(pattern): .failure(\"\(interface).\(refusal.failure.name)\")"
            + (writes.isEmpty ? "" : " { \(writes.joined(separator: "; ")) }")
    }

    /// The case of a switch that gives the message: the one in the interface's comments, or the error's own reason.
    private func message(of refusal: Refusal) -> String {
        let fields = refusal.failure.parameters
        var used: Set<String> = []
        var text = "\""
        if let message = refusal.comments.message(of: refusal.failure.name) {
            for (index, part) in message.split(separator: "{", omittingEmptySubsequences: false).enumerated()
            {
                let halves = part.split(separator: "}", maxSplits: 1, omittingEmptySubsequences: false)
                guard index > 0, halves.count == 2 else {
                    text += part
                    continue
                }
                let path = halves[0].split(separator: ".")
                guard let field = fields.first(where: { $0.name == path[0] }) else {
                    preconditionFailure("\(refusal.failure.name): no member \(path[0])")
                }
                used.insert(field.name)
                text +=
                    "\\(\(path.count > 1 ? String(halves[0]) : words(of: field, in: refusal.definition)))"
                    + halves[1]
            }
            text += "\""
        } else {
            text = ""
        }
        if let reason = fields.first(where: { $0.name == "reason" }), !used.contains("reason") {
            used.insert("reason")
            text =
                if case .optional = reason.type { "reason?.harmless ?? \(text)" } else { "reason.harmless" }
        }
        precondition(
            !text.isEmpty,
            "\(refusal.definition.name): \(refusal.failure.name) needs a message for a person"
        )
        let bound = fields.map { used.contains($0.name) ? "let \($0.name)" : "_" }
        let pattern = used.isEmpty ? "" : "(\(bound.joined(separator: ", ")))"
        return "        case .\(refusal.name)\(pattern): \(text)"
    }

    private func words(of field: InterfaceDefinition.Field, in definition: InterfaceDefinition) -> String {
        switch type(field, in: definition) {
        case "String": "\(field.name).harmless"
        case "String?": "\(field.name)?.harmless ?? \"\""
        case "Int": field.name
        case "[String]": "\(field.name).map(\\.harmless).joined(separator: \"; \")"
        case let type where type.hasPrefix("["): "\(field.name).map(\\.rawValue).joined(separator: \", \")"
        default: "\(field.name).rawValue"
        }
    }

    private func type(_ field: InterfaceDefinition.Field, in definition: InterfaceDefinition) -> String {
        func type(_ value: InterfaceDefinition.ValueType) -> String {
            switch value {
            case .int: return "Int"
            case .string: return "String"
            case .array(let element): return "[\(type(element))]"
            case .optional(let type_): return "\(type(type_))?"
            case .enumeration(let words): return SharedWord.name(for: words) ?? ""
            case .named(let alias):
                guard
                    case .enumeration(let words)? = definition.aliases.first(where: { $0.name == alias })?
                        .type,
                    let shared = SharedWord.name(for: words)
                else { return "\(SwiftInterface.name(of: definition)).\(alias)" }
                return shared
            default: preconditionFailure("\(definition.name): \(field.name) in an error")
            }
        }
        return type(field.type)
    }
}

extension InterfaceDefinition {
    /// The name of the first member of `object` that `fields` do not allow, or of the first field that it lacks.
    ///
    /// What is inside structures, arrays and dictionaries is left to whoever decodes them.
    func firstInvalid(of fields: [Field], in object: JSONObject) -> String? {
        for member in object.members {
            guard let field = fields.first(where: { $0.name == member.name }),
                allows(field.type, member, in: object)
            else { return member.name }
        }
        return fields.first { field in
            if case .optional = field.type { return false }
            return object[field.name] == nil
        }?.name
    }

    private func allows(_ type: ValueType, _ member: JSONObject.Member, in object: JSONObject) -> Bool {
        switch (type, member.kind) {
        case (.optional(let type), _):
            return member.kind == .null || allows(type, member, in: object)
        case (.named(let name), _):
            guard let alias = aliases.first(where: { $0.name == name }) else { return false }
            return allows(alias.type, member, in: object)
        case (.enumeration(let names), .string):
            return object.text(of: member).map(names.contains) ?? false
        case (.int, .number):
            return !object.bytes[member.range].contains { [0x2E, 0x45, 0x65].contains($0) }
        case (.any, let kind):
            return kind != .null
        case (.bool, .bool), (.float, .number), (.string, .string), (.array, .array),
            (.object, .object), (.structure, .object), (.dictionary, .object):
            return true
        default:
            return false
        }
    }
}

extension InterfaceDefinition {
    /// Returns the first member of `object` that `fields` do not allow, or the first field missing from it.
    ///
    /// It does not look inside structures, arrays and dictionaries; their readers check those.
    func firstInvalid(of fields: [Field], in object: JSONObject) -> String? {
        for member in object.members {
            guard let field = fields.first(where: { $0.name == member.name }),
                allows(field.type, member.value)
            else { return member.name }
        }
        return fields.first { field in
            if case .optional = field.type { return false }
            return object[field.name] == nil
        }?.name
    }

    private func allows(_ type: ValueType, _ value: JSONValue) -> Bool {
        switch (type, value.kind) {
        case (.optional(let type), _):
            return value.kind == .null || allows(type, value)
        case (.named(let name), _):
            guard let alias = aliases.first(where: { $0.name == name }) else { return false }
            return allows(alias.type, value)
        case (.enumeration(let names), .string):
            return value.text.map(names.contains) ?? false
        case (.int, .number):
            return !value.bytes.contains { [0x2E, 0x45, 0x65].contains($0) }
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

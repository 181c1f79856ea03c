package import LocationModel
package import Varlink

extension ConfigurationValues {
    /// Reads the values of an object.
    ///
    /// - Throws: ``ConfigurationMistake`` if a value is `null`, a list, an object, or a number too large for a `Double`.
    package init(_ object: JSONObject) throws(ConfigurationMistake) {
        var values: [String: ConfigurationValue] = [:]
        for member in object.members {
            guard let value = ConfigurationValue(member.value) else {
                throw member.value.kind == .number
                    ? .outOfRange(property: member.name) : .notAValue(property: member.name)
            }
            values[member.name] = value
        }
        self.init(values)
    }

    package var json: RawJSON { RawJSON(values) }
}

extension ConfigurationValue {
    /// Reads a value; `nil` for `null`, lists, objects, and numbers too large for a `Double`.
    init?(_ value: JSONValue) {
        switch value.kind {
        case .bool(let bool): self = .boolean(bool)
        case .string: self = .text(value.text ?? "")
        case .number:
            if let integer = Int(String(decoding: value.bytes, as: UTF8.self)) {
                self = .integer(integer)
            } else if let number = try? Double(reading: value) {
                self = .number(number)
            } else {
                return nil
            }
        case .object, .array, .null: return nil
        }
    }
}

extension ConfigurationValue: JSONWritable {
    package func write(to json: inout JSONWriter) {
        switch self {
        case .boolean(let value): value.write(to: &json)
        case .integer(let value): value.write(to: &json)
        case .number(let value): value.write(to: &json)
        case .text(let value): value.write(to: &json)
        }
    }
}

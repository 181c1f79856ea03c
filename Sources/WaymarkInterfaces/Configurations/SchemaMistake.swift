import UserInput
package import Varlink

/// A mistake in the schema of a configuration, and its place.
package struct SchemaMistake: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        /// The text is not one JSON object.
        case notJSON(JSONError)
        case tooLong(limit: Int)

        /// The keyword is not part of the subset.
        case unknownKeyword(String, nearest: String?, known: [String])
        case wrongValue(keyword: String, expected: String)
        case badName(String)
        case missingType(property: String)
        case tooManyProperties(limit: Int)

        /// The list of required properties names one that does not exist.
        case unknownRequired(String, nearest: String?)
        case otherType(keyword: String, property: String, type: String)
        case needlessKeyword(String, property: String, type: String)

        /// The minimum is greater than the maximum.
        case emptyRange(property: String)

        /// The property does not accept its own default.
        case badDefault(property: String)
    }

    /// The offset of the mistake in the text, in bytes; `nil` if it is the text as a whole.
    package let offset: Int?
    package let reason: Reason

    init(at offset: Int?, _ reason: Reason) {
        self.offset = offset
        self.reason = reason
    }
}

extension SchemaMistake.Reason: CustomStringConvertible {
    package var description: String {
        switch self {
        case .notJSON(let error): error.text
        case .tooLong(let limit): "the schema is longer than \(limit) bytes, the limit"
        case .unknownKeyword(let keyword, let nearest, let known):
            "'\(keyword.shortened)' is not supported here; "
                + (nearest.map { "did you mean '\($0)'?" } ?? "use \(known.joined(separator: ", "))")
        case .wrongValue(let keyword, let expected): "'\(keyword.shortened)' must be \(expected)"
        case .badName(let name):
            "'\(name.shortened)' is not a valid name of a property; "
                + "use letters, digits, '.', '-' and '_', starting with a letter or digit"
        case .missingType(let property):
            "the property '\(property)' has no 'type'; give boolean, integer, number or string"
        case .tooManyProperties(let limit): "more than \(limit) properties, the limit"
        case .unknownRequired(let name, let nearest):
            "'required' names '\(name.shortened)', which is no property"
                + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .otherType(let keyword, let property, let type):
            "'\(keyword)' of '\(property)' has a value that is no \(type), the type of the property"
        case .needlessKeyword(let keyword, let property, let type):
            "'\(keyword)' of '\(property)' means nothing for the type \(type); remove it"
        case .emptyRange(let property): "the 'minimum' of '\(property)' is greater than its 'maximum'"
        case .badDefault(let property):
            "the 'default' of '\(property)' is not one of the values that the property accepts"
        }
    }
}

extension JSONError {
    package var text: String {
        switch self {
        case .invalidUTF8: "not UTF-8"
        case .unexpectedByte: "not JSON from here on; check quotation marks, commas and brackets"
        case .unexpectedEnd: "the JSON ends too early; a bracket or a quotation mark is missing"
        case .notAnObject: "not a JSON object; write {…}"
        case .trailingBytes: "more text after the end of the JSON object"
        case .tooManyMarks: "a character has too many combining marks"
        case .tooDeep: "nested too deeply"
        case .duplicateMember(let name): "the member '\(name.shortened)' occurs twice in one object"
        }
    }

    /// The offset of the error in the text, in bytes, if it has one.
    package var offset: Int? {
        switch self {
        case .unexpectedByte(let offset), .trailingBytes(let offset), .tooManyMarks(let offset): offset
        default: nil
        }
    }
}

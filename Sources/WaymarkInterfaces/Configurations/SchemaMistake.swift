import UserInput
package import Varlink

/// A mistake in the schema of a configuration, and its place.
package struct SchemaMistake: Hashable, Sendable {
    /// The offset of the mistake in the text, in bytes; `nil` if it is the text as a whole.
    package let offset: Int?

    /// The fault and how to correct it, for the author.
    package let reason: String

    init(at offset: Int?, _ reason: String) {
        self.offset = offset
        self.reason = reason
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

/// A validated JSON text with the positions of its values.
final class JSONDocument: Sendable {
    /// The position of a value; the tokens of its contents follow it.
    struct Token: Sendable {
        let kind: JSONValue.Kind

        /// Whether the value is an ASCII string without escapes.
        let isPlain: Bool

        /// The byte range, including the quotation marks of a string.
        var range: Range<Int>

        /// The index of the next token after the value and its contents.
        var next: Int

        func text(in bytes: [UInt8]) -> String {
            let contents = bytes[(range.lowerBound + 1)..<(range.upperBound - 1)]
            return isPlain ? String(decoding: contents, as: UTF8.self) : JSONString.decoded(contents)
        }
    }

    let bytes: [UInt8]
    let tokens: [Token]

    init(bytes: [UInt8], tokens: [Token]) {
        self.bytes = bytes
        self.tokens = tokens
    }
}

package struct JSONValue: Sendable {
    /// The kind of a value, determined by its first character.
    package enum Kind: Hashable, Sendable {
        case object
        case array
        case string
        case number
        case bool(Bool)
        case null
    }

    let document: JSONDocument

    /// The index of the value's token in the document.
    let index: Int

    private var token: JSONDocument.Token { document.tokens[index] }
    package var kind: Kind { token.kind }

    /// The bytes of the value without surrounding whitespace.
    package var bytes: ArraySlice<UInt8> { document.bytes[token.range] }

    /// The offset of the value in the text, in bytes.
    package var offset: Int { token.range.lowerBound }

    /// The decoded text of a string; `nil` for other kinds.
    package var text: String? { kind == .string ? token.text(in: document.bytes) : nil }

    /// The elements of an array; `nil` for other kinds.
    package var elements: [JSONValue]? {
        guard kind == .array else { return nil }
        var elements: [JSONValue] = []
        forEachElement { elements.append($0) }
        return elements
    }

    func forEachElement<Failure>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        var element = index + 1
        while element < token.next {
            try body(JSONValue(document: document, index: element))
            element = document.tokens[element].next
        }
    }
}

/// A validated JSON object, which every conforming reader interprets alike.
package struct JSONObject: Sendable {
    package struct Member: Sendable {
        package let name: String
        package let value: JSONValue

        /// The offset of the name in the text, in bytes.
        package let offset: Int
    }

    let value: JSONValue

    package static let empty = JSONObject(
        JSONDocument(
            bytes: Array("{}".utf8),
            tokens: [.init(kind: .object, isPlain: false, range: 0..<2, next: 1)]
        )
    )

    private init(_ document: JSONDocument) { value = JSONValue(document: document, index: 0) }

    /// Checks that `bytes` are exactly one JSON object, apart from whitespace.
    ///
    /// At most `depthLimit` objects and arrays may be nested, this one included.
    package init(_ bytes: [UInt8], depthLimit: Int = 32) throws(JSONError) {
        self.init(try JSONScanner.scan(bytes, depthLimit: depthLimit))
    }

    /// Creates an object from a value; `nil` for other kinds.
    package init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        self.value = value
    }

    package var asValue: JSONValue { value }
    package var bytes: [UInt8] { Array(value.bytes) }
    package var isEmpty: Bool { value.document.tokens[value.index].next == value.index + 1 }

    /// The members in their original order; names are unique.
    package var members: [Member] { members(except: []) }

    /// Returns the members whose names are not `known`, in their original order.
    func members(except known: [String]) -> [Member] {
        var members: [Member] = []
        forEachMember { name, value in
            let text = name.text(in: value.document.bytes)
            if known.contains(text) { return true }
            members.append(Member(name: text, value: value, offset: name.range.lowerBound))
            return true
        }
        return members
    }

    /// The value of the member called `name`; `nil` if it is absent or `null`, which are equivalent in Varlink.
    package subscript(name: String) -> JSONValue? {
        var found: JSONValue?
        forEachMember { token, value in
            let isIt = token.text(in: value.document.bytes) == name
            if isIt, value.kind != .null { found = value }
            return !isIt
        }
        return found
    }

    /// Calls `body` with each name and value until it returns `false`.
    private func forEachMember(_ body: (JSONDocument.Token, JSONValue) -> Bool) {
        let (document, end) = (value.document, value.document.tokens[value.index].next)
        var name = value.index + 1
        while name < end, body(document.tokens[name], JSONValue(document: document, index: name + 1)) {
            name = document.tokens[name + 1].next
        }
    }
}

extension JSONObject: Hashable {
    package static func == (left: JSONObject, right: JSONObject) -> Bool { left.bytes == right.bytes }

    package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// A reason why bytes are not one strict JSON object.
package enum JSONError: Error, Hashable, Sendable {
    case invalidUTF8
    case unexpectedByte(offset: Int)
    case unexpectedEnd
    case notAnObject

    /// The object is followed by other bytes.
    case trailingBytes(offset: Int)

    case tooDeep

    /// A character of the string there has more combining marks than can be compared quickly.
    case tooManyMarks(offset: Int)
    case duplicateMember(String)
}

extension JSONError: CustomStringConvertible {
    /// The reason for a person, without anything of the text.
    package var description: String {
        switch self {
        case .invalidUTF8: "it is not UTF-8"
        case .unexpectedByte(let offset): "it is not JSON, from byte \(offset) on"
        case .unexpectedEnd: "it is JSON that is not complete"
        case .notAnObject: "it is no JSON object"
        case .trailingBytes(let offset): "something follows its JSON, at byte \(offset)"
        case .tooDeep: "its JSON is nested too deeply"
        case .tooManyMarks(let offset): "a character has too many marks, in the string at byte \(offset)"
        case .duplicateMember: "it has two members of one name"
        }
    }
}

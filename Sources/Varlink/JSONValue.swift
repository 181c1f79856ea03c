/// One JSON text that was checked, with the places of its values.
final class JSONDocument: Sendable {
    /// Where one value lies; what is inside it follows it.
    struct Token: Sendable {
        let kind: JSONValue.Kind

        /// Whether it is a string of nothing but ASCII without escapes.
        let isPlain: Bool

        /// Its bytes, the quotation marks of a string included.
        var range: Range<Int>

        /// The token after it and all that is inside it.
        var next: Int

        /// What a string says.
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

/// A value within a JSON text that was checked.
package struct JSONValue: Sendable {
    /// What a value is, by its first character.
    package enum Kind: Hashable, Sendable {
        case object
        case array
        case string
        case number
        case bool(Bool)
        case null
    }

    let document: JSONDocument

    /// Its place among the document's tokens.
    let index: Int

    private var token: JSONDocument.Token { document.tokens[index] }

    /// What it is.
    package var kind: Kind { token.kind }

    /// Its bytes, without blanks around them.
    package var bytes: ArraySlice<UInt8> { document.bytes[token.range] }

    /// What it says if it is a string, escapes decoded.
    package var text: String? { kind == .string ? token.text(in: document.bytes) : nil }

    /// Hands over the values of an array.
    func forEachElement<Failure>(_ body: (JSONValue) throws(Failure) -> Void) throws(Failure) {
        var element = index + 1
        while element < token.next {
            try body(JSONValue(document: document, index: element))
            element = document.tokens[element].next
        }
    }
}

/// One JSON object that was checked: what has passed here means the same to every reader.
package struct JSONObject: Sendable {
    /// One name and its value.
    package struct Member: Sendable {
        /// The name, escapes decoded.
        package let name: String
        package let value: JSONValue
    }

    let value: JSONValue

    /// The object without members.
    package static let empty = JSONObject(
        JSONDocument(
            bytes: Array("{}".utf8),
            tokens: [.init(kind: .object, isPlain: false, range: 0..<2, next: 1)]
        )
    )

    private init(_ document: JSONDocument) { value = JSONValue(document: document, index: 0) }

    /// Checks that `bytes` are one JSON object and nothing else but blanks.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - depthLimit: How many objects and arrays may be open at once, this one included.
    /// - Throws: ``JSONError``.
    package init(_ bytes: [UInt8], depthLimit: Int = 32) throws(JSONError) {
        self.init(try JSONScanner.scan(bytes, depthLimit: depthLimit))
    }

    /// The object that a value is; `nil` if it is something else.
    package init?(_ value: JSONValue) {
        guard value.kind == .object else { return nil }
        self.value = value
    }

    /// Its bytes, as they came.
    package var bytes: [UInt8] { Array(value.bytes) }

    /// Whether it has no members.
    package var isEmpty: Bool { value.document.tokens[value.index].next == value.index + 1 }

    /// The members in their order; no two have the same name.
    package var members: [Member] {
        var members: [Member] = []
        forEachMember { name, value in
            members.append(Member(name: name.text(in: value.document.bytes), value: value))
            return true
        }
        return members
    }

    /// The value of the member called `name`, unless it is absent or `null`, which mean the same in Varlink.
    package subscript(name: String) -> JSONValue? {
        var found: JSONValue?
        forEachMember { token, value in
            let bytes = value.document.bytes
            let isIt =
                token.isPlain
                ? token.range.count == name.utf8.count + 2
                    && bytes[(token.range.lowerBound + 1)..<(token.range.upperBound - 1)]
                        .elementsEqual(name.utf8)
                : token.text(in: bytes) == name
            if isIt, value.kind != .null { found = value }
            return !isIt
        }
        return found
    }

    /// Hands over each name and its value, as long as `body` wants more.
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

/// Why bytes are not one strict JSON object.
package enum JSONError: Error, Hashable, Sendable {
    /// The bytes are not UTF-8.
    case invalidUTF8

    /// The grammar is broken at this offset.
    case unexpectedByte(offset: Int)

    /// The text ends within a value.
    case unexpectedEnd

    /// The outermost value is not an object.
    case notAnObject

    /// Something follows the object.
    case trailingBytes(offset: Int)

    /// Too many objects and arrays are open at once.
    case tooDeep

    /// One object has two members of this name.
    case duplicateMember(String)
}

/// The outline of one strictly checked JSON object: its members, and where their values are.
///
/// The values themselves are decoded elsewhere, by a general JSON decoder. That decoder accepts what RFC 8259 does
/// not - trailing commas, a byte order mark, the last of two members of one name - so that two readers of a
/// message could understand it differently. What has passed here has one meaning.
package struct JSONObject: Hashable, Sendable {
    /// What a value is, by its first character.
    package enum Kind: Hashable, Sendable {
        case object
        case array
        case string
        case number
        case bool(Bool)
        case null
    }

    /// One name and its value.
    package struct Member: Hashable, Sendable {
        /// The name, escapes decoded.
        package let name: String

        /// What the value is.
        package let kind: Kind

        /// Where the value is, without surrounding blanks.
        package let range: Range<Int>
    }

    /// The bytes that were checked.
    package let bytes: [UInt8]

    /// The members in their order; no two have the same name.
    package let members: [Member]

    /// Checks that `bytes` are one JSON object and nothing else but blanks.
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - depthLimit: How many objects and arrays may be open at once, this one included.
    /// - Throws: ``JSONError``.
    package init(_ bytes: [UInt8], depthLimit: Int = 32) throws(JSONError) {
        var scanner = JSONScanner(bytes, depthLimit: depthLimit)
        members = try scanner.scanDocument()
        self.bytes = bytes
    }

    /// The member called `name`, unless it is absent or `null`, which mean the same in Varlink.
    package subscript(name: String) -> Member? {
        members.first { $0.name == name && $0.kind != .null }
    }

    /// The bytes of a member's value.
    package func value(of member: Member) -> [UInt8] { Array(bytes[member.range]) }

    /// The text of a member whose value is a string, escapes decoded.
    package func text(of member: Member) -> String? {
        guard member.kind == .string else { return nil }
        return JSONString.decoded(bytes[(member.range.lowerBound + 1)..<(member.range.upperBound - 1)])
    }
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

import LocationModel
import Varlink

/// An encoder of the standard library's `Encodable` to JSON.
///
/// Unlike Foundation's, it adds nothing to the size of the service, and every number survives exactly: an instant is a
/// whole number of nanoseconds, an integer too large for the readers of JSON is a text, and so is what is not finite.
package struct CodedEncoder: Encoder {
    /// Returns what is encoded in place of a value, or `nil` for the value itself.
    package typealias Replacement = (any Encodable) -> (any Encodable)?

    fileprivate let node: CodedNode
    fileprivate let replacement: Replacement?
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package static func json(
        _ value: some Encodable,
        replacing replacement: Replacement? = nil
    ) throws -> [UInt8] {
        let node = CodedNode()
        try CodedEncoder(node: node, replacement: replacement).encode(value)
        return node.json
    }

    /// Returns JSON for other programs and for people, in which times are text.
    package static func plainJSON(_ value: some Encodable) -> [UInt8] {
        guard let json = try? json(value, replacing: { ($0 as? UTCInstant)?.description }) else {
            preconditionFailure("every value of this package can be coded")
        }
        return json
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(encoder: self))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .array([])
        return Elements(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    private func inside(_ place: (CodedNode) -> Void) -> CodedEncoder {
        let node = CodedNode()
        place(node)
        return CodedEncoder(node: node, replacement: replacement)
    }
}

extension CodedEncoder: SingleValueEncodingContainer {
    package func encodeNil() { node.content = .null }
    package func encode(_ value: Bool) { node.content = .truth(value) }
    package func encode(_ value: String) { node.content = .text(value) }
    package func encode(_ value: Double) { node.content = .number(value) }
    package func encode(_ value: Float) { node.content = .number(Double(value)) }
    package func encode(_ value: Int) { node.content = .integer(value) }
    package func encode(_ value: Int8) { node.content = .integer(Int(value)) }
    package func encode(_ value: Int16) { node.content = .integer(Int(value)) }
    package func encode(_ value: Int32) { node.content = .integer(Int(value)) }
    package func encode(_ value: Int64) { node.content = .integer(Int(value)) }
    package func encode(_ value: UInt) { encode(UInt64(value)) }
    package func encode(_ value: UInt8) { node.content = .integer(Int(value)) }
    package func encode(_ value: UInt16) { node.content = .integer(Int(value)) }
    package func encode(_ value: UInt32) { node.content = .integer(Int(value)) }

    package func encode(_ value: UInt64) {
        node.content = Int(exactly: value).map { .integer($0) } ?? .text(value.description)
    }

    package func encode<Value: Encodable>(_ value: Value) throws {
        if let other = replacement?(value) {
            try other.encode(to: self)
        } else if Value.self == UTCInstant.self, let instant = value as? UTCInstant {
            // Its own form is a text, which not every instant has.
            encode(instant.nanosecondsSince1970)
        } else {
            try value.encode(to: self)
        }
    }
}

extension CodedEncoder {
    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: CodedEncoder
        var codingPath: [any CodingKey] { [] }

        private func member(_ key: Key) -> CodedEncoder {
            encoder.inside { encoder.node.add(key.stringValue, $0) }
        }

        func encodeNil(forKey key: Key) { member(key).encodeNil() }
        func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            member(key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.inside { encoder.node.add("super", $0) } }
        func superEncoder(forKey key: Key) -> any Encoder { member(key) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: CodedEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.node.count }

        private var element: CodedEncoder { encoder.inside { encoder.node.add($0) } }

        func encodeNil() { element.encodeNil() }
        func encode(_ value: some Encodable) throws { try element.encode(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            element.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element.unkeyedContainer() }
        func superEncoder() -> any Encoder { element }
    }
}

/// A value in the making, which the containers fill.
private final class CodedNode {
    enum Content {
        case object([(name: String, value: CodedNode)])
        case array([CodedNode])
        case text(String)
        case integer(Int)
        case number(Double)
        case truth(Bool)
        case null
    }

    /// The content; a value that encodes nothing is an empty object.
    var content: Content

    init(_ content: Content = .object([])) { self.content = content }

    func add(_ name: String, _ value: CodedNode) {
        guard case .object(var members) = content else {
            content = .object([(name, value)])
            return
        }
        // Released first, so that the members are changed in place.
        content = .null
        members.append((name, value))
        content = .object(members)
    }

    func add(_ value: CodedNode) {
        guard case .array(var elements) = content else {
            content = .array([value])
            return
        }
        content = .null
        elements.append(value)
        content = .array(elements)
    }

    var count: Int { if case .array(let elements) = content { elements.count } else { 0 } }
}

extension CodedNode: JSONWritable {
    func write(to json: inout JSONWriter) {
        switch content {
        case .object(let members):
            json.object { json in for (name, value) in members { json.member(named: name, value) } }
        case .array(let elements): elements.write(to: &json)
        case .text(let text): text.write(to: &json)
        case .integer(let integer): integer.write(to: &json)
        case .number(let number) where number.isFinite: number.write(to: &json)
        case .number(let number): number.description.write(to: &json)
        case .truth(let truth): truth.write(to: &json)
        case .null: RawJSON(checked: "null").write(to: &json)
        }
    }
}

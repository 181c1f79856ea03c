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
        node.isArray = true
        return Elements(encoder: self)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Returns the encoder of a new part of the value.
    private func inside(_ name: String = "") -> CodedEncoder {
        let part = CodedNode()
        node.parts.append((name, part))
        return CodedEncoder(node: part, replacement: replacement)
    }
}

extension CodedEncoder: SingleValueEncodingContainer {
    package func encodeNil() { node.single = RawJSON(checked: "null") }
    package func encode(_ value: Bool) { node.single = value }
    package func encode(_ value: String) { node.single = value }
    package func encode(_ value: Double) { node.single = value.isFinite ? value : value.description }
    package func encode(_ value: Float) { encode(Double(value)) }

    package func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
        if let number = Int(exactly: value) { node.single = number } else { node.single = value.description }
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

        private func member(_ key: Key) -> CodedEncoder { encoder.inside(key.stringValue) }

        func encodeNil(forKey key: Key) { member(key).encodeNil() }
        func encode(_ value: some Encodable, forKey key: Key) throws { try member(key).encode(value) }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { member(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            member(key).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { encoder.inside("super") }
        func superEncoder(forKey key: Key) -> any Encoder { member(key) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: CodedEncoder
        var codingPath: [any CodingKey] { [] }
        var count: Int { encoder.node.parts.count }

        private var element: CodedEncoder { encoder.inside() }

        func encodeNil() { element.encodeNil() }
        func encode(_ value: some Encodable) throws { try element.encode(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            element.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element.unkeyedContainer() }
        func superEncoder() -> any Encoder { element }
    }
}

/// A value in the making, which the containers fill; one that encodes nothing is an empty object.
private final class CodedNode: JSONWritable {
    /// The value, unless it has parts.
    var single: (any JSONWritable)?
    var parts: [(name: String, value: CodedNode)] = []
    var isArray = false

    func write(to json: inout JSONWriter) {
        if let single {
            single.write(to: &json)
        } else if isArray {
            parts.map(\.value).write(to: &json)
        } else {
            json.object { json in for (name, value) in parts { json.member(named: name, value) } }
        }
    }
}

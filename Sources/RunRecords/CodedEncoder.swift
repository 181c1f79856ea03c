import LocationModel
import Varlink

/// An encoder of the standard library's `Encodable` to JSON.
///
/// Unlike Foundation's, it adds nothing to the size of the service, and every number survives exactly: an instant is a
/// whole number of nanoseconds, an integer too large for the readers of JSON is a text, and so is what is not finite.
struct CodedEncoder: Encoder {
    let node: CodedNode

    /// Whether every place is replaced with a ``Coarsened`` one.
    var isCoarse = false
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// Returns a value as one line of JSON.
    ///
    /// With `isCoarse`, all places in it are coarse.
    static func json(_ value: some Encodable, isCoarse: Bool = false) throws -> [UInt8] {
        let node = CodedNode()
        try CodedEncoder(node: node, isCoarse: isCoarse).encode(value)
        return node.json
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(Members(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        node.content = .array([])
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// Returns a new value's encoder.
    private func inside(_ place: (CodedNode) -> Void) -> CodedEncoder {
        let node = CodedNode()
        place(node)
        return CodedEncoder(node: node, isCoarse: isCoarse)
    }
}

extension CodedEncoder: SingleValueEncodingContainer {
    func encodeNil() { node.content = .null }
    func encode(_ value: Bool) { node.content = .truth(value) }
    func encode(_ value: String) { node.content = .text(value) }
    func encode(_ value: Double) { node.content = .number(value) }
    func encode(_ value: Float) { node.content = .number(Double(value)) }
    func encode(_ value: Int) { node.content = .integer(value) }
    func encode(_ value: Int8) { node.content = .integer(Int(value)) }
    func encode(_ value: Int16) { node.content = .integer(Int(value)) }
    func encode(_ value: Int32) { node.content = .integer(Int(value)) }
    func encode(_ value: Int64) { node.content = .integer(Int(value)) }
    func encode(_ value: UInt) { encode(UInt64(value)) }
    func encode(_ value: UInt8) { node.content = .integer(Int(value)) }
    func encode(_ value: UInt16) { node.content = .integer(Int(value)) }
    func encode(_ value: UInt32) { node.content = .integer(Int(value)) }

    func encode(_ value: UInt64) {
        node.content = Int(exactly: value).map { .integer($0) } ?? .text(value.description)
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        // Its own form is a text, which not every instant has.
        if Value.self == UTCInstant.self, let instant = value as? UTCInstant {
            encode(instant.nanosecondsSince1970)
        } else if isCoarse, let place = value as? any Coarsened {
            try place.coarse.encode(to: self)
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
        func encode(_ value: Bool, forKey key: Key) { member(key).encode(value) }
        func encode(_ value: String, forKey key: Key) { member(key).encode(value) }
        func encode(_ value: Double, forKey key: Key) { member(key).encode(value) }
        func encode(_ value: Int, forKey key: Key) { member(key).encode(value) }
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
        func encode(_ value: Bool) { element.encode(value) }
        func encode(_ value: String) { element.encode(value) }
        func encode(_ value: Double) { element.encode(value) }
        func encode(_ value: Int) { element.encode(value) }
        func encode(_ value: some Encodable) throws { try element.encode(value) }

        func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
            element.container(keyedBy: type)
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { element.unkeyedContainer() }
        func superEncoder() -> any Encoder { element }
    }
}

import LocationModel

/// An encoder of the standard library's `Encodable` to JSON.
///
/// Unlike Foundation's, it adds nothing to the size of the service, and every number survives exactly: an instant is a
/// whole number of nanoseconds, an integer too large for the readers of JSON is a text, and so is what is not finite.
package struct CodedEncoder: Encoder {
    /// A function that returns the replacement of a value, or `nil` to encode the value itself; `name` is its
    /// key in an object.
    package typealias Replacement = (_ value: any Encodable, _ name: String?) throws -> (any Encodable)?

    fileprivate let output: CodedOutput

    /// The number of containers around the value.
    fileprivate let depth: Int
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    package static func json(
        _ value: some Encodable,
        replacing replacement: Replacement? = nil
    ) throws -> [UInt8] {
        let output = CodedOutput(replacement)
        try CodedEncoder(output: output, depth: 0).encode(value)
        output.close(to: 0)
        return output.json.bytes
    }

    /// Returns JSON for other programs and for people, in which times are text.
    package static func plainJSON(_ value: some Encodable) -> [UInt8] {
        guard let json = try? json(value, replacing: { value, _ in (value as? UTCInstant)?.description })
        else {
            preconditionFailure("every value of this package can be coded")
        }
        return json
    }

    /// Returns the JSON of a value up to the name of its first part.
    package static func beginning(of value: some Encodable) -> [UInt8] {
        let output = CodedOutput { _, name in
            guard name == nil else { throw PartBegan() }
            return nil
        }
        try? CodedEncoder(output: output, depth: 0).encode(value)
        return output.json.bytes
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        output.open("{", "}", at: depth)
        return KeyedEncodingContainer(Members(output: output, depth: depth + 1))
    }

    package func unkeyedContainer() -> any UnkeyedEncodingContainer {
        output.open("[", "]", at: depth)
        return Elements(output: output, depth: depth + 1)
    }

    package func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension CodedEncoder: SingleValueEncodingContainer {
    package func encodeNil() { output.json.append("null") }
    package func encode(_ value: Bool) { value.write(to: &output.json) }
    package func encode(_ value: String) { value.write(to: &output.json) }

    package func encode(_ value: Double) {
        if value.isFinite { value.write(to: &output.json) } else { encode(value.description) }
    }

    package func encode(_ value: Float) { encode(Double(value)) }

    package func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) {
        if let number = Int(exactly: value) {
            number.write(to: &output.json)
        } else {
            encode(value.description)
        }
    }

    package func encode(_ value: some Encodable) throws { try encode(value, named: nil) }

    private func encode<Value: Encodable>(_ value: Value, named name: String?) throws {
        let before = output.json.bytes.count
        if let other = try output.replacement?(value, name) {
            try other.encode(to: self)
        } else if Value.self == UTCInstant.self, let instant = value as? UTCInstant {
            // Its own coding is a text, which cannot express every instant.
            encode(instant.nanosecondsSince1970)
        } else {
            try value.encode(to: self)
        }
        // A value that encodes nothing.
        if output.json.bytes.count == before { output.json.append("{}") }
    }
}

extension CodedEncoder {
    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let output: CodedOutput
        let depth: Int
        var codingPath: [any CodingKey] { [] }

        private func member(_ name: String) -> CodedEncoder {
            output.close(to: depth)
            output.json.begin(name)
            return CodedEncoder(output: output, depth: depth)
        }

        func encodeNil(forKey key: Key) { member(key.stringValue).encodeNil() }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            try member(key.stringValue).encode(value, named: key.stringValue)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) -> KeyedEncodingContainer<Nested> { member(key.stringValue).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            member(key.stringValue).unkeyedContainer()
        }

        func superEncoder() -> any Encoder { member("super") }
        func superEncoder(forKey key: Key) -> any Encoder { member(key.stringValue) }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let output: CodedOutput
        let depth: Int
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        private mutating func element() -> CodedEncoder {
            count += 1
            output.close(to: depth)
            output.json.separate()
            return CodedEncoder(output: output, depth: depth)
        }

        mutating func encodeNil() { element().encodeNil() }
        mutating func encode(_ value: some Encodable) throws { try element().encode(value) }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) -> KeyedEncodingContainer<Nested> { element().container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            element().unkeyedContainer()
        }
        mutating func superEncoder() -> any Encoder { element() }
    }
}

private struct PartBegan: Error {}

/// The JSON in the making, written in the order in which the containers get their parts.
///
/// Nothing tells when a container is complete: it ends when one around it gets its next part.
private final class CodedOutput {
    let replacement: CodedEncoder.Replacement?
    var json = JSONWriter()

    /// The ends of the containers that are open, outermost first.
    private var ends: [String] = []

    init(_ replacement: CodedEncoder.Replacement?) { self.replacement = replacement }

    /// Begins a container inside `depth` others, unless the value has begun it already.
    func open(_ beginning: String, _ end: String, at depth: Int) {
        close(to: depth + 1)
        guard ends.count == depth else { return }
        json.append(beginning)
        ends.append(end)
    }

    /// Ends the containers inside the first `depth` of them.
    func close(to depth: Int) { while ends.count > depth { json.append(ends.removeLast()) } }
}

import LocationModel

/// A decoder for the JSON of ``CodedEncoder``.
///
/// A member that is absent reads as zero, empty or nothing: so a later version, whose values have more
/// members, still reads an earlier recording. The names of absent members are collected.
package struct CodedDecoder: Decoder {
    /// The names of absent members, found so far.
    package final class Absences {
        package var names: Set<String> = []
        package init() {}
    }

    fileprivate let value: JSONValue?
    fileprivate let absences: Absences?
    package var codingPath: [any CodingKey] { [] }
    package var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The deepest nesting of a line.
    private static let depthLimit = 96

    /// Decodes a line of JSON.
    ///
    /// - Throws: ``JSONError``, or another error if the JSON is not this value.
    package static func decode<Value: Decodable>(
        _ type: Value.Type,
        _ json: [UInt8],
        _ absences: Absences? = nil
    ) throws -> Value {
        let object = try JSONObject(json, depthLimit: depthLimit)
        return try Value(from: CodedDecoder(value: object.asValue, absences: absences))
    }

    package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let value else { return KeyedDecodingContainer(Members(decoder: self, object: .empty)) }
        guard let object = JSONObject(value) else { throw AnotherValue() }
        return KeyedDecodingContainer(Members(decoder: self, object: object))
    }

    package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let value else { return Elements(decoder: self, elements: []) }
        // A value that encoded nothing, such as an empty list, is an empty object.
        if let object = JSONObject(value), object.isEmpty { return Elements(decoder: self, elements: []) }
        guard let elements = value.elements else { throw AnotherValue() }
        return Elements(decoder: self, elements: elements)
    }

    package func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func inside(_ value: JSONValue?) -> CodedDecoder {
        CodedDecoder(value: value, absences: absences)
    }

    /// Returns a number, which may also be written as a text; zero if it is absent.
    private func number<Number: LosslessStringConvertible & ExpressibleByIntegerLiteral>() throws -> Number {
        guard let value else { return 0 }
        let text = value.text ?? String(decoding: value.bytes, as: UTF8.self)
        guard value.kind == .number || value.kind == .string, let number = Number(text) else {
            throw AnotherValue()
        }
        return number
    }
}

private struct AnotherValue: Error {}

extension CodedDecoder: SingleValueDecodingContainer {
    package func decodeNil() -> Bool { value.map { $0.kind == .null } ?? true }

    package func decode(_ type: Bool.Type) throws -> Bool {
        guard let value else { return false }
        guard case .bool(let truth) = value.kind else { throw AnotherValue() }
        return truth
    }

    package func decode(_ type: String.Type) throws -> String {
        guard let value else { return "" }
        guard let text = value.text else { throw AnotherValue() }
        return text
    }

    package func decode(_ type: Double.Type) throws -> Double { try number() }
    package func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    package func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number {
        try number()
    }

    package func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        // In plain JSON it is a text.
        if type == UTCInstant.self, let nanoseconds: Int64 = try? number(),
            let instant = UTCInstant(nanosecondsSince1970: nanoseconds) as? Value
        {
            return instant
        }
        let decoded = try Value(from: self)
        // Such a span is a mistake, and sums of such spans would trap.
        if type == Duration.self, let span = decoded as? Duration, !span.isCountable { throw AnotherValue() }
        return decoded
    }
}

extension CodedDecoder {
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: CodedDecoder
        let object: JSONObject

        var codingPath: [any CodingKey] { [] }
        var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

        private func member(_ key: Key) -> CodedDecoder {
            let value = object[key.stringValue]
            if value == nil, decoder.value != nil { decoder.absences?.names.insert(key.stringValue) }
            return decoder.inside(value)
        }

        func contains(_ key: Key) -> Bool { object[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { object[key.stringValue] == nil }
        func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
            try member(key).decode(type)
        }

        func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type,
            forKey key: Key
        ) throws -> KeyedDecodingContainer<Nested> { try member(key).container(keyedBy: type) }

        func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
            try member(key).unkeyedContainer()
        }

        func superDecoder() -> any Decoder { decoder }
        func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        let decoder: CodedDecoder
        let elements: [JSONValue]
        var currentIndex = 0
        var codingPath: [any CodingKey] { [] }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        private mutating func next() throws -> CodedDecoder {
            guard !isAtEnd else { throw AnotherValue() }
            defer { currentIndex += 1 }
            return decoder.inside(elements[currentIndex])
        }

        mutating func decodeNil() -> Bool {
            guard !isAtEnd, elements[currentIndex].kind == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
            try next().decode(type)
        }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next().unkeyedContainer()
        }

        mutating func superDecoder() throws -> any Decoder { try next() }
    }
}

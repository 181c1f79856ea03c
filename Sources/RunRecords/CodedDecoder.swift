import LocationModel
import Varlink

/// A decoder of what ``CodedEncoder`` wrote.
///
/// A member that is absent reads as zero, empty or nothing: so a later version, whose values have more members, still
/// reads an earlier recording. Which were absent is collected.
struct CodedDecoder: Decoder {
    /// The names of absent members, found so far.
    final class Absences {
        var names: Set<String> = []
    }

    let value: JSONValue?
    let absences: Absences
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The deepest nesting of a line.
    private static let depthLimit = 96

    /// Decodes a line of JSON.
    ///
    /// - Throws: ``JSONError``, or `DecodingError` if the JSON is not this value.
    static func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8], _ absences: Absences) throws
        -> Value
    {
        let object = try JSONObject(json, depthLimit: depthLimit)
        return try Value(from: CodedDecoder(value: object.asValue, absences: absences, codingPath: []))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let value else { return KeyedDecodingContainer(Members(decoder: self, members: [:])) }
        guard let object = JSONObject(value) else { throw mismatch([String: Int].self) }
        let members = object.members.map { ($0.name, $0.value) }
        return KeyedDecodingContainer(
            Members(decoder: self, members: Dictionary(members, uniquingKeysWith: { $1 }))
        )
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let value else { return Elements(decoder: self, elements: []) }
        // A value that encoded nothing, such as an empty list, is an empty object.
        if let object = JSONObject(value), object.isEmpty { return Elements(decoder: self, elements: []) }
        guard let elements = value.elements else { throw mismatch([Int].self) }
        return Elements(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    fileprivate func inside(_ value: JSONValue?, _ key: any CodingKey) -> CodedDecoder {
        CodedDecoder(value: value, absences: absences, codingPath: codingPath + [key])
    }

    private func mismatch(_ type: Any.Type) -> DecodingError {
        .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "another kind of value"))
    }

    private func integer<Number: FixedWidthInteger>() throws -> Number {
        guard let value else { return 0 }
        let text = value.text ?? String(decoding: value.bytes, as: UTF8.self)
        guard value.kind == .number || value.kind == .string, let number = Number(text) else {
            throw mismatch(Number.self)
        }
        return number
    }
}

extension CodedDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { value.map { $0.kind == .null } ?? true }

    func decode(_ type: Bool.Type) throws -> Bool {
        guard let value else { return false }
        guard case .bool(let truth) = value.kind else { throw mismatch(type) }
        return truth
    }

    func decode(_ type: String.Type) throws -> String {
        guard let value else { return "" }
        guard let text = value.text else { throw mismatch(type) }
        return text
    }

    func decode(_ type: Double.Type) throws -> Double {
        guard let value else { return 0 }
        let text = value.text ?? String(decoding: value.bytes, as: UTF8.self)
        guard value.kind == .number || value.kind == .string, let number = Double(text) else {
            throw mismatch(type)
        }
        return number
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try integer() }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        if type == UTCInstant.self,
            let instant = UTCInstant(nanosecondsSince1970: try integer()) as? Value
        {
            return instant
        }
        return try Value(from: self)
    }
}

extension CodedDecoder {
    private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
        let decoder: CodedDecoder
        let members: [String: JSONValue]
        var codingPath: [any CodingKey] { decoder.codingPath }
        var allKeys: [Key] { members.keys.compactMap(Key.init(stringValue:)) }

        private func member(_ key: Key) -> CodedDecoder {
            if members[key.stringValue] == nil, decoder.value != nil {
                decoder.absences.names.insert(key.stringValue)
            }
            return decoder.inside(members[key.stringValue], key)
        }

        func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }
        func decodeNil(forKey key: Key) -> Bool { members[key.stringValue].map { $0.kind == .null } ?? true }
        func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
        func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).decode(type) }
        func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).decode(type) }
        func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }

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
        func superDecoder(forKey key: Key) -> any Decoder { member(key) }
    }

    private struct Elements: UnkeyedDecodingContainer {
        /// The place of an element in its list.
        private struct Index: CodingKey {
            let intValue: Int?
            var stringValue: String { "\(intValue ?? 0)" }

            init(intValue: Int) { self.intValue = intValue }
            init?(stringValue: String) { intValue = Int(stringValue) }
        }

        let decoder: CodedDecoder
        let elements: [JSONValue]
        var currentIndex = 0
        var codingPath: [any CodingKey] { decoder.codingPath }
        var count: Int? { elements.count }
        var isAtEnd: Bool { currentIndex >= elements.count }

        private mutating func next() throws -> CodedDecoder {
            guard !isAtEnd else {
                let context = DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "the list is too short"
                )
                throw DecodingError.valueNotFound(Int.self, context)
            }
            defer { currentIndex += 1 }
            return decoder.inside(elements[currentIndex], Index(intValue: currentIndex))
        }

        mutating func decodeNil() -> Bool {
            guard !isAtEnd, elements[currentIndex].kind == .null else { return false }
            currentIndex += 1
            return true
        }

        mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

        mutating func nestedContainer<Nested: CodingKey>(
            keyedBy type: Nested.Type
        ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

        mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
            try next().unkeyedContainer()
        }
        mutating func superDecoder() throws -> any Decoder { try next() }
    }
}

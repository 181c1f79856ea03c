import FoundationEssentials
package import WaymarkInterfaces

/// Turns parameters and replies into the JSON of messages and back.
///
/// The decoder accepts more than JSON - trailing commas, a byte order mark, duplicate names - so nothing may
/// reach it that has not passed the strict check of the Varlink target.
package enum MessageCoding {
    /// Returns `value` as JSON text in UTF-8; members without a value are left out.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Only numbers that are not finite fail to encode, and those would be a bug of ours.
        encoder.nonConformingFloatEncodingStrategy = .convertToString(
            positiveInfinity: "infinity",
            negativeInfinity: "-infinity",
            nan: "nan"
        )
        guard let data = try? encoder.encode(value) else {
            preconditionFailure("\(type(of: value)) does not encode")
        }
        return [UInt8](data)
    }

    /// Reads the parameters of a call, of which none may be unknown, missing or of another type.
    ///
    /// - Parameters:
    ///   - type: The method's parameters.
    ///   - bytes: The JSON object of the call; empty where the call has none.
    /// - Returns: The parameters.
    /// - Throws: ``ParameterProblem`` that names the parameter at fault.
    package static func decode<Parameters: MethodParameters>(
        _ type: Parameters.Type,
        from bytes: [UInt8]
    ) throws(ParameterProblem) -> Parameters {
        let known = Set(Parameters.CodingKeys.allCases.map(\.stringValue))
        for name in try names(in: bytes) where !known.contains(name) {
            throw ParameterProblem(parameter: name)
        }
        return try decodeObject(type, from: bytes)
    }

    /// Reads a reply or an error of the service, of which unknown members are ignored.
    ///
    /// - Parameters:
    ///   - type: What to read.
    ///   - bytes: A JSON object; empty stands for one without members.
    /// - Returns: The value.
    /// - Throws: ``ParameterProblem`` that names the member at fault.
    package static func decodeObject<Value: Decodable>(
        _ type: Value.Type,
        from bytes: [UInt8]
    ) throws(ParameterProblem) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes.isEmpty ? Array("{}".utf8) : bytes))
        } catch let error as DecodingError {
            throw ParameterProblem(error)
        } catch {
            throw ParameterProblem(parameter: "")
        }
    }

    /// The members of an object, each without its value.
    private struct MemberNames: Decodable {
        let names: [String]

        private struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(intValue: Int) { nil }
            init(stringValue: String) { self.stringValue = stringValue }
        }

        init(from decoder: any Decoder) throws {
            names = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
        }
    }

    private static func names(in bytes: [UInt8]) throws(ParameterProblem) -> [String] {
        try decodeObject(MemberNames.self, from: bytes).names
    }
}

/// A parameter that is unknown, missing, or of another type than its interface says.
package struct ParameterProblem: Error, Hashable, Sendable {
    /// Where it stands, `entries[3].date`; empty when the whole object is at fault.
    package let parameter: String

    /// Creates a problem with the parameter at a path.
    package init(parameter: String) { self.parameter = parameter }

    fileprivate init(_ error: DecodingError) {
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        parameter = path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}

import FoundationEssentials
package import WaymarkInterfaces

extension MessageCoding {
    /// Returns what `value` encodes as.
    ///
    /// Unlike ``encode(_:)`` it is for types that are not ours, which may refuse, or hold a number that JSON has
    /// no form for.
    ///
    /// - Parameter value: Anything.
    /// - Returns: Its JSON form.
    /// - Throws: ``ContentProblem``.
    package static func content(of value: some Encodable) throws(ContentProblem) -> JSONValue {
        do {
            return try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(value))
        } catch EncodingError.invalidValue(_, let context) {
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            throw ContentProblem(
                description: path.isEmpty ? context.debugDescription : "\(path): no JSON value"
            )
        } catch {
            throw ContentProblem(description: "\(error)")
        }
    }
}

/// Why a foreign value has no JSON form.
package struct ContentProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// Where in the value it lies, and what is wrong there.
    package let description: String
}

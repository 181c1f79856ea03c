/// A name that is safe in every syntax: 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a letter or
/// digit.
package protocol PlainName: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    var rawValue: String { get }

    init?(_ rawValue: String)
}

extension PlainName {
    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

    package var description: String { rawValue }

    package init(from decoder: any Decoder) throws { self = try decoder.value { Self($0) } }

    package func encode(to encoder: any Encoder) throws { try rawValue.encode(to: encoder) }
}

extension Decoder {
    /// Decodes a value that is coded as its text.
    func value<Value>(of read: (String) -> Value?) throws -> Value {
        let text = try String(from: self)
        guard let value = read(text) else {
            let problem = "'\(text)' is no \(Value.self)"
            throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: problem))
        }
        return value
    }
}

func isPlainName(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return isLetterOrDigit(first)
        && text.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
}

package func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}

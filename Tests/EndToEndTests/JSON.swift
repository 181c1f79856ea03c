import Foundation
import Testing

/// A JSON value with convenient access, parsed by Foundation instead of the project's own parser.
struct JSON: CustomStringConvertible {
    private let value: Any?

    private init(_ value: Any?) { self.value = value }

    init(_ text: some StringProtocol) throws {
        value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    static func lines(_ text: String) throws -> [JSON] {
        try text.split(separator: "\n").map { try JSON($0) }
    }

    subscript(_ member: String) -> JSON { JSON((value as? [String: Any])?[member]) }

    subscript(_ index: Int) -> JSON { JSON(array.indices.contains(index) ? array[index].value : nil) }

    var array: [JSON] { (value as? [Any])?.map { JSON($0) } ?? [] }
    var exists: Bool { value != nil }
    var string: String? { value as? String }
    var double: Double? { (value as? NSNumber)?.doubleValue }
    var int: Int? { (value as? NSNumber)?.intValue }
    var bool: Bool? { value as? Bool }

    var description: String { value.map { "\($0)" } ?? "nothing" }
}

extension [JSON] {
    /// Whether they are numbered from 1 without a gap.
    var areNumbered: Bool { enumerated().allSatisfy { $0.element["number"].int == $0.offset + 1 } }
}

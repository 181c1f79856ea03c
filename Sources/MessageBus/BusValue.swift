package import LinuxSystem

/// A value in a message, of any type that D-Bus has.
package enum BusValue: Hashable, Sendable {
    case boolean(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    case descriptor(BusDescriptor)

    /// Type `a`, with the signature of its elements.
    case array(of: String, [BusValue])

    case structure([BusValue])
    indirect case entry(key: BusValue, BusValue)
    indirect case variant(BusValue)

    /// Returns a dictionary of type `a{sv}`, in the order of its names.
    package static func dictionary(_ values: [String: BusValue]) -> BusValue {
        .array(
            of: "{sv}",
            values.sorted { $0.key < $1.key }.map { .entry(key: .string($0.key), .variant($0.value)) }
        )
    }

    package var signature: String {
        switch self {
        case .boolean: "b"
        case .byte: "y"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .path: "o"
        case .signature: "g"
        case .descriptor: "h"
        case .array(let element, _): "a\(element)"
        case .structure(let fields): "(\(fields.map(\.signature).joined()))"
        case .entry(let key, let value): "{\(key.signature)\(value.signature)}"
        case .variant: "v"
        }
    }

    /// The value in a variant, or else the value itself.
    private var content: BusValue { if case .variant(let value) = self { value.content } else { self } }

    /// The text of a string, an object's path or a signature.
    package var text: String? {
        switch content {
        case .string(let text), .path(let text), .signature(let text): text
        default: nil
        }
    }

    /// The number of an integer of any type; `nil` also if it is above `Int.max`.
    package var integer: Int? {
        switch content {
        case .byte(let number): Int(number)
        case .int16(let number): Int(number)
        case .uint16(let number): Int(number)
        case .int32(let number): Int(number)
        case .uint32(let number): Int(number)
        case .int64(let number): Int(number)
        case .uint64(let number): Int(exactly: number)
        default: nil
        }
    }

    package var isTrue: Bool? { if case .boolean(let value) = content { value } else { nil } }

    /// The elements of an array or the fields of a structure.
    package var elements: [BusValue]? {
        switch content {
        case .array(_, let elements), .structure(let elements): elements
        default: nil
        }
    }

    package subscript(key key: String) -> BusValue? {
        for case .entry(let found, let value) in elements ?? [] where found.text == key {
            return value.content
        }
        return nil
    }
}

/// A file descriptor that came in a message, or goes with one.
package final class BusDescriptor: Hashable, Sendable {
    private let descriptor: FileDescriptor

    package init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

    /// The descriptor's number, valid as long as this object.
    package var number: CInt { descriptor.rawValue }

    package static func == (one: BusDescriptor, other: BusDescriptor) -> Bool { one === other }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The configuration of one widget: the values of its kind's properties, by name.
public struct ConfigurationValues: Hashable, Codable, Sendable {
    /// The values by property.
    public let values: [String: ConfigurationValue]

    /// Creates a configuration.
    ///
    /// - Parameter values: The values by property; none by default.
    public init(_ values: [String: ConfigurationValue] = [:]) { self.values = values }

    /// The value of a property, or `nil` if the configuration has none.
    public subscript(property: String) -> ConfigurationValue? { values[property] }

    /// Whether the configuration has no values.
    public var isEmpty: Bool { values.isEmpty }
}

/// The value of one property of a widget's configuration.
public enum ConfigurationValue: Hashable, Codable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    case integer(Int)
    case number(Double)
    case text(String)

    /// The value of a Boolean; `nil` for other types.
    public var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The value of a whole number; `nil` for other types.
    public var integer: Int? { if case .integer(let value) = self { value } else { nil } }

    /// The value of a number, also of a whole one; `nil` for other types.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .number(let value): value
        case .boolean, .text: nil
        }
    }

    /// The value of a text; `nil` for other types.
    public var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension ConfigurationValue: CustomStringConvertible {
    /// The value as a person writes it.
    public var description: String {
        switch self {
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): value
        }
    }
}

package struct ConfigurationSchema: Hashable, Codable, Sendable {
    /// The properties, in the order of the manifest, with different names.
    package let properties: [ConfigurationProperty]

    /// The most properties of a kind.
    package static let propertyLimit = 32

    /// The most bytes of a configuration: its names and texts, and 8 for each other value.
    package static let sizeLimit = 4096

    package init(_ properties: [ConfigurationProperty]) { self.properties = properties }

    /// Returns `given` in the types of the schema, without filling in defaults.
    ///
    /// If `isComplete`, every required property without a default must have a value.
    ///
    /// - Throws: ``ConfigurationMistake``: the first mistake, in the order of the schema.
    package func checked(
        _ given: ConfigurationValues,
        isComplete: Bool = true
    ) throws(ConfigurationMistake) -> ConfigurationValues {
        let known = Set(properties.map(\.name))
        if let other = given.values.keys.filter({ !known.contains($0) }).min() {
            throw .unknownProperty(other, known: properties.map(\.name))
        }
        guard given.byteCount <= Self.sizeLimit else { throw .tooLarge(limit: Self.sizeLimit) }
        var values: [String: ConfigurationValue] = [:]
        for property in properties {
            if let value = given[property.name] {
                guard let accepted = property.accepted(value) else { throw .badValue(value, of: property) }
                values[property.name] = accepted
            } else if isComplete, property.isRequired, property.defaultValue == nil {
                throw .missing(property)
            }
        }
        return ConfigurationValues(values)
    }

    /// Returns `given` completed with the defaults of the schema.
    ///
    /// Values that only an earlier version of the schema accepted are dropped.
    package func completed(_ given: ConfigurationValues) -> ConfigurationValues {
        let pairs = properties.compactMap { property in
            (given[property.name].flatMap(property.accepted) ?? property.defaultValue)
                .map { (property.name, $0) }
        }
        return ConfigurationValues(Dictionary(pairs) { first, _ in first })
    }
}

package struct ConfigurationProperty: Hashable, Codable, Sendable {
    package enum ValueType: String, Hashable, Codable, Sendable, CaseIterable {
        case boolean
        case integer
        case number
        case string
    }

    /// The name, unique within the schema.
    package let name: String
    package let type: ValueType
    package var title: String?
    package var description: String?

    /// The values to choose from; empty if there is no such list.
    package var choices: [ConfigurationValue] = []

    package var minimum: Double?
    package var maximum: Double?
    package var defaultValue: ConfigurationValue?

    /// Whether a person must give a value, unless there is a default.
    package var isRequired = false

    /// Creates a property that accepts every value of its type.
    ///
    /// Returns `nil` unless `name` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a letter or digit.
    package init?(name: String, type: ValueType) {
        guard isPlainName(name) else { return nil }
        self.name = name
        self.type = type
    }

    /// Returns `value` in the type of the property, or `nil` if the property does not accept it.
    package func accepted(_ value: ConfigurationValue) -> ConfigurationValue? {
        let typed: ConfigurationValue? =
            switch (type, value) {
            case (.boolean, .boolean), (.integer, .integer), (.number, .number), (.string, .text): value
            case (.number, .integer(let number)): .number(Double(number))
            // JSON has one type of number: 5.0 is a whole one. Above 2^53 a Double has no exact value.
            case (.integer, .number(let number)) where abs(number) <= 0x1p53:
                Int(exactly: number).map { .integer($0) }
            default: nil
            }
        guard let typed, choices.isEmpty || choices.contains(typed) else { return nil }
        if let number = typed.number {
            if let minimum, number < minimum { return nil }
            if let maximum, number > maximum { return nil }
        }
        return typed
    }
}

package enum ConfigurationMistake: Error, Hashable, Sendable {
    case notConfigurable
    case unknownProperty(String, known: [String])
    indirect case missing(ConfigurationProperty)
    indirect case badValue(ConfigurationValue, of: ConfigurationProperty)

    /// The value of the property is `null`, a list or an object.
    case notAValue(property: String)

    /// The number of the property is too large.
    case outOfRange(property: String)

    case tooLarge(limit: Int)

    /// The name of the property at fault; `nil` if the configuration as a whole is.
    package var property: String? {
        switch self {
        case .notConfigurable, .tooLarge: nil
        case .unknownProperty(let name, _), .notAValue(let name), .outOfRange(let name): name
        case .missing(let property), .badValue(_, let property): property.name
        }
    }
}

extension ConfigurationValues {
    fileprivate var byteCount: Int {
        values.reduce(0) { $0 + $1.key.utf8.count + ($1.value.text?.utf8.count ?? 8) }
    }
}

import LocationModel
import Testing

@Suite("A schema of a configuration")
struct ConfigurationSchemaTests {
    private func property(
        _ type: ConfigurationProperty.ValueType,
        _ change: (inout ConfigurationProperty) -> Void = { _ in }
    ) throws -> ConfigurationProperty {
        var property = try #require(ConfigurationProperty(name: "p", type: type))
        change(&property)
        return property
    }

    private static let samples: [ConfigurationValue] = [
        .boolean(true), .integer(5), .number(5), .number(5.5), .text("5"),
    ]

    @Test(
        "takes values of the property's type, and whole numbers whichever way they are written",
        arguments: [
            (.boolean, [.boolean(true), nil, nil, nil, nil]),
            (.integer, [nil, .integer(5), .integer(5), nil, nil]),
            (.number, [nil, .number(5), .number(5), .number(5.5), nil]),
            (.string, [nil, nil, nil, nil, .text("5")]),
        ] as [(ConfigurationProperty.ValueType, [ConfigurationValue?])]
    )
    func types(type: ConfigurationProperty.ValueType, accepted: [ConfigurationValue?]) throws {
        let property = try property(type)
        #expect(Self.samples.map(property.accepted) == accepted)
    }

    @Test("misses a property only if it is required, has no default and the configuration is to be complete")
    func missing() throws {
        for (isRequired, hasDefault, isComplete) in [
            (true, false, true), (true, false, false), (true, true, true), (false, false, true),
        ] {
            let property = try property(.integer) {
                $0.isRequired = isRequired
                $0.defaultValue = hasDefault ? .integer(1) : nil
            }
            let schema = ConfigurationSchema([property])
            let given = ConfigurationValues()
            if isRequired, !hasDefault, isComplete {
                #expect(throws: ConfigurationMistake.missing(property)) { try schema.checked(given) }
            } else {
                #expect(try schema.checked(given, isComplete: isComplete).isEmpty)
            }
            #expect(schema.completed(given)["p"] == property.defaultValue)
        }
    }
}

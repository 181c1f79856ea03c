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

    @Test("gives the default, or nothing, for a value that an earlier version accepted and this one does not")
    func outdatedValue() throws {
        for defaultValue in [nil, ConfigurationValue.text("knots")] {
            let property = try property(.string) {
                $0.choices = [.text("knots"), .text("km/h")]
                $0.defaultValue = defaultValue
            }
            let schema = ConfigurationSchema([property])
            #expect(schema.completed(ConfigurationValues(["p": .text("mph")]))["p"] == defaultValue)
            #expect(schema.completed(ConfigurationValues(["p": .text("km/h")]))["p"] == .text("km/h"))
        }
    }

    @Test("takes a configuration of its greatest size, and none greater")
    func size() throws {
        let property = try property(.string)
        let schema = ConfigurationSchema([property, try #require(.init(name: "q", type: .integer))])
        // Names count, and 8 bytes for what is no text.
        let room = ConfigurationSchema.sizeLimit - "p".utf8.count - "q".utf8.count - 8
        for excess in 0...1 {
            let text = String(repeating: "x", count: room + excess)
            let given = ConfigurationValues(["p": .text(text), "q": .integer(1)])
            if excess == 0 {
                #expect(try schema.checked(given) == given)
            } else {
                #expect(throws: ConfigurationMistake.tooLarge(limit: 4096)) { try schema.checked(given) }
            }
        }
    }
}

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

    @Test("takes as whole the numbers up to 2^53, beyond which a Double is not exact")
    func exactness() throws {
        let property = try property(.integer)
        #expect(property.accepted(.number(0x1p53)) == .integer(1 << 53))
        #expect(property.accepted(.number(-0x1p53)) == .integer(-1 << 53))
        #expect(property.accepted(.number(0x1p53 + 2)) == nil)
    }

    @Test("takes the least and the greatest number, and none beyond")
    func bounds() throws {
        let property = try property(.integer) { ($0.minimum, $0.maximum) = (2, 4) }
        #expect((1...5).map { property.accepted(.integer($0)) != nil } == [false, true, true, true, false])
    }

    @Test("takes what can be chosen, in the type of the property")
    func choices() throws {
        let property = try property(.number) { $0.choices = [.number(1), .number(3)] }
        #expect((1...3).map { property.accepted(.integer($0)) } == [.number(1), nil, .number(3)])
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

    @Test("gives a value in its own type only, but a whole number as a number, too")
    func values() {
        #expect(Self.samples.map(\.boolean) == [true, nil, nil, nil, nil])
        #expect(Self.samples.map(\.integer) == [nil, 5, nil, nil, nil])
        #expect(Self.samples.map(\.number) == [nil, 5, 5, 5.5, nil])
        #expect(Self.samples.map(\.text) == [nil, nil, nil, nil, "5"])
    }
}

import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("The configuration of a widget")
struct ConfigurationTests {
    private static let schema = SchemaReader(
        #"""
        {"properties": {
            "units": {"type": "string", "enum": ["metric", "imperial"], "default": "metric"},
            "hours": {"type": "integer", "minimum": 1, "maximum": 24},
            "limit": {"type": "number"}, "town": {"type": "string"}, "night": {"type": "boolean"}},
         "required": ["town"]}
        """#
    ).schema

    private static func configuration(_ json: String) throws -> ConfigurationValues {
        try ConfigurationValues(try JSONObject(Array(json.utf8)))
    }

    @Test("has the types of its schema, and the defaults of what a person did not give")
    func completed() throws {
        let schema = try #require(Self.schema)
        let given = try Self.configuration(#"{"town": "Ulm", "hours": 5.0, "limit": 3, "night": false}"#)
        let checked = try schema.checked(given)
        #expect(
            checked.values == [
                "town": .text("Ulm"), "hours": .integer(5), "limit": .number(3), "night": .boolean(false),
            ]
        )
        #expect(schema.completed(checked)["units"] == .text("metric"))
    }

    @Test(
        "is refused with the property at fault",
        arguments: [
            (#"{"town": "Ulm", "unit": "metric"}"#, "unit"), (#"{"town": "Ulm", "units": "SI"}"#, "units"),
            (#"{"town": "Ulm", "hours": 25}"#, "hours"), (#"{"town": "Ulm", "hours": 1.5}"#, "hours"),
            (#"{"town": "Ulm", "night": 1}"#, "night"), (#"{"town": 5}"#, "town"),
            (#"{"town": {"name": "Ulm"}}"#, "town"), (#"{"town": "Ulm", "limit": 1e400}"#, "limit"),
            ("{}", "town"),
        ]
    )
    func refused(_ json: String, _ property: String) throws {
        let schema = try #require(Self.schema)
        let mistake = #expect(throws: ConfigurationMistake.self) {
            try schema.checked(try Self.configuration(json))
        }
        #expect(mistake?.property == property)
    }

    @Test("is refused if it is too large")
    func tooLarge() throws {
        let schema = try #require(Self.schema)
        let given = ConfigurationValues(["town": .text(String(repeating: "x", count: 5000))])
        #expect(throws: ConfigurationMistake.tooLarge(limit: 4096)) { try schema.checked(given) }
    }

    @Test("loses values that a changed schema does not accept")
    func changedSchema() throws {
        let schema = try #require(Self.schema)
        let earlier = ConfigurationValues([
            "units": .text("nautical"), "hours": .integer(2), "night": .text("dark"), "gone": .boolean(true),
        ])
        #expect(schema.completed(earlier).values == ["units": .text("metric"), "hours": .integer(2)])
    }

    @Test("is the same after it was written and read")
    func writtenAgain() throws {
        let values = ConfigurationValues([
            "a": .text("\"\n\u{1F600}"), "b": .number(0.1), "c": .integer(-3), "d": .boolean(true),
        ])
        #expect(try ConfigurationValues(values.json.object) == values)
    }
}

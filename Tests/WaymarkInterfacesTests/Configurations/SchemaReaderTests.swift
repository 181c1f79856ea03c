import LocationModel
import Testing
import Varlink
import WaymarkInterfaces

@Suite("A schema of a configuration")
struct SchemaReaderTests {
    private static let weather = #"""
        {"type": "object", "properties": {
            "units": {"type": "string", "title": "Units", "enum": ["metric", "imperial"], "default": "metric"},
            "hours": {"type": "integer", "minimum": 1, "maximum": 24, "default": 12},
            "limit": {"type": "number", "minimum": -2.5},
            "night": {"type": "boolean"},
            "town": {"type": "string"}},
         "required": ["town", "hours"]}
        """#

    @Test("is read with its properties in their order")
    func read() throws {
        let reader = SchemaReader(Self.weather)
        #expect(reader.mistakes == [])
        let properties = try #require(reader.schema).properties
        #expect(properties.map(\.name) == ["units", "hours", "limit", "night", "town"])
        #expect(properties.map(\.type) == [.string, .integer, .number, .boolean, .string])
        #expect(properties[0].choices == [.text("metric"), .text("imperial")])
        #expect(properties[0].title == "Units" && properties[1].minimum == 1)
        #expect(properties[1].maximum == 24 && properties[1].defaultValue == .integer(12))
        #expect(properties.map(\.isRequired) == [false, true, false, false, true])
    }

    @Test(
        "is refused with the place of the mistake",
        arguments: [
            (#"{"properties": {"a": {"type": "integer", "minimun": 1}}}"#, 41, "did you mean 'minimum'?"),
            (#"{"properties": {"a": {"type": "array"}}}"#, 30, "boolean, integer, number or string"),
            (#"{"properties": {"a": {}}}"#, 16, "'a' has no 'type'"),
            (#"{"properties": {"a b": {"type": "string"}}}"#, 16, "not a valid name"),
            (#"{"properties": {"a": {"type": "string", "enum": []}}}"#, 48, "a list of values"),
            (#"{"properties": {"a": {"type": "string", "minimum": 1}}}"#, 51, "means nothing"),
            (#"{"properties": {"a": {"type": "integer", "minimum": 2, "maximum": 1}}}"#, 52, "greater"),
            (#"{"properties": {"town": {"type": "string"}}, "required": ["twon"]}"#, 58, "'town'"),
            (#"{"properties": {"a": {"type": "string", "pattern": "(a+)+$"}}}"#, 40, "not supported"),
            (#"{"$ref": "file:///etc/passwd", "properties": {}}"#, 1, "not supported"),
            (#"{"additionalProperties": true, "properties": {}}"#, 25, "must be false"),
            (#"{"properties": {"a": {"type": "string"}, "a": {"type": "string"}}}"#, nil, "'a' occurs twice"),
            (#"{"properties": {"a" {"type": "string"}}}"#, 20, "not JSON"), ("[]", nil, "not a JSON object"),
        ] as [(String, Int?, String)]
    )
    func refused(_ text: String, _ offset: Int?, _ words: String) throws {
        let reader = SchemaReader(text)
        #expect(reader.schema == nil)
        let mistake = try #require(reader.mistakes.first)
        #expect(mistake.offset == offset)
        #expect(mistake.reason.contains(words), "\(mistake.reason)")
    }

    @Test("is written with every keyword that it was given")
    func everyKeyword() throws {
        let text = #"""
            {"properties": {"a": {"type": "integer", "title": "T", "description": "D", "enum": [1, 2],
             "minimum": 1, "maximum": 2, "default": 1}}, "required": ["a"]}
            """#
        let schema = try #require(SchemaReader(text).schema)
        let property = try #require(schema.properties.first)
        #expect(property.description == "D" && property.choices == [.integer(1), .integer(2)])
        #expect(SchemaReader(RawJSON(schema).text).schema == schema)
    }

    @Test("may have 8,192 bytes, 32 properties and no great depth")
    func limits() {
        func properties(_ count: Int) -> String {
            let all = (0..<count).map { #""p\#($0)": {"type": "boolean"}"# }
            return "{\"properties\": {\(all.joined(separator: ","))}}"
        }
        let text = properties(32)
        #expect(SchemaReader(text).schema?.properties.count == 32)
        #expect(SchemaReader(properties(33)).mistakes.map(\.reason) == ["more than 32 properties, the limit"])
        let longest = text + String(repeating: " ", count: 8192 - text.utf8.count)
        #expect(SchemaReader(longest).schema != nil)
        let tooLong = SchemaReader(longest + " ").mistakes.map(\.reason)
        #expect(tooLong == ["the schema is longer than 8192 bytes, the limit"])
        let deep = SchemaReader(String(repeating: #"{"properties":"#, count: 500))
        #expect(deep.mistakes.map(\.reason) == ["nested too deeply"])
    }
}

import MessageCoding
import Testing
import WaymarkInterfaces

@Suite("Parameters of a call")
struct MessageCodingTests {
    @Test("come back as they were encoded, absent members left out")
    func roundTrip() throws {
        let call = HostInterface.Place(app: "org.example.Weather", kind: "here")
        let bytes = MessageCoding.encode(call)
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"app":"org.example.Weather","kind":"here"}"#)
        #expect(try MessageCoding.decode(HostInterface.Place.self, from: bytes) == call)
    }

    @Test(
        "name the one at fault",
        arguments: [
            (#"{"app":"a"}"#, "kind"),
            (#"{"app":"a","kind":5}"#, "kind"),
            (#"{"app":"a","kind":"k","bogus":1}"#, "bogus"),
            (#"{"app":"a","kind":"k","user":"me"}"#, "user"),
            ("", "app"),
        ]
    )
    func fault(_ text: String, _ parameter: String) {
        #expect(throws: ParameterProblem(parameter: parameter)) {
            try MessageCoding.decode(HostInterface.Place.self, from: Array(text.utf8))
        }
    }

    @Test("name the one at fault inside a list")
    func nested() {
        let text =
            #"{"session":"s","request":"r","policy":"never","entries":[{"date":"x","content":{}},{"date":1}]}"#
        #expect(throws: ParameterProblem(parameter: "entries[1].date")) {
            try MessageCoding.decode(WidgetsInterface.DeliverTimeline.self, from: Array(text.utf8))
        }
    }

    @Test("may be null where they may be absent")
    func null() throws {
        let text = #"{"app":"a","kind":"k","user":null}"#
        let call = try MessageCoding.decode(HostInterface.Place.self, from: Array(text.utf8))
        #expect(call.user == nil)
    }

    @Test("of a foreign object keep every kind of value")
    func foreign() throws {
        let value = JSONValue.object([
            "a": .null, "b": .bool(true), "c": .integer(-7), "d": .number(0.25), "e": .string("é\n"),
            "f": .array([.integer(1), .object([:])]),
        ])
        let bytes = MessageCoding.encode(value)
        #expect(try MessageCoding.decodeObject(JSONValue.self, from: bytes) == value)
    }
}

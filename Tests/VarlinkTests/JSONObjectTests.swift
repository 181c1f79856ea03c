import Testing
import Varlink

@Suite("A message's JSON")
struct JSONObjectTests {
    @Test(
        "is accepted when it is one strict object",
        arguments: [
            "{}", " \t\r\n{ } \n", #"{"a":1}"#, #"{"a":-0.5e+10,"b":[],"c":{"a":null}}"#,
            #"{"a":"\"\\\/\b\f\n\r\t\u0041\ud83d\ude00"}"#, #"{"":true,"x":false}"#,
            #"{"a":[0,1.0,-1E-2,[{}]]}"#,
            #"{"ä":"€😀"}"#, #"{"a":{"k":1},"b":{"k":1}}"#, #"{"a":"\u0000"}"#, #"{"a":[ 1 , 2 ]}"#,
        ]
    )
    func accepted(_ text: String) {
        #expect(throws: Never.self) { try JSONObject(Array(text.utf8)) }
    }

    @Test(
        "is refused with the reason when it is anything else",
        arguments: [
            ("", .unexpectedEnd), ("   ", .unexpectedEnd), ("[]", .notAnObject), ("\"x\"", .notAnObject),
            ("null", .notAnObject), ("{", .unexpectedEnd), (#"{"a"}"#, .unexpectedByte(offset: 4)),
            (#"{"a":1,}"#, .unexpectedByte(offset: 7)), (#"{"a":[1,]}"#, .unexpectedByte(offset: 8)),
            (#"{"a":01}"#, .unexpectedByte(offset: 6)), (#"{"a":1.}"#, .unexpectedByte(offset: 7)),
            (#"{"a":+1}"#, .unexpectedByte(offset: 5)), (#"{"a":1e}"#, .unexpectedByte(offset: 7)),
            (#"{"a":NaN}"#, .unexpectedByte(offset: 5)), (#"{'a':1}"#, .unexpectedByte(offset: 1)),
            (#"{"a":1 "b":2}"#, .unexpectedByte(offset: 7)), (#"{"a":"\x"}"#, .unexpectedByte(offset: 7)),
            (#"{"a":"\u00g0"}"#, .unexpectedByte(offset: 10)),
            (#"{"a":"\ud800"}"#, .unexpectedByte(offset: 12)),
            (#"{"a":"\udc00"}"#, .unexpectedByte(offset: 6)),
            (#"{"a":"\ud800\u0041"}"#, .unexpectedByte(offset: 6)),
            ("{\"a\":\"\n\"}", .unexpectedByte(offset: 6)), (#"{"a":"x"#, .unexpectedEnd),
            ("{} x", .trailingBytes(offset: 3)), ("{}{}", .trailingBytes(offset: 2)),
            ("\u{FEFF}{}", .notAnObject), (#"{"a":1,"a":2}"#, .duplicateMember("a")),
            (#"{"a":1,"\u0061":2}"#, .duplicateMember("a")), (#"{"x":{"b":1,"b":1}}"#, .duplicateMember("b")),
            (#"{"é":1,"e\u0301":2}"#, .duplicateMember("e\u{301}")),
            ("{\"e\":0,\"\u{e9}\":1,\"e\u{301}\":2}", .duplicateMember("e\u{301}")),
        ] as [(String, JSONError)]
    )
    func refused(_ text: String, _ reason: JSONError) {
        #expect(throws: reason) { try JSONObject(Array(text.utf8)) }
    }

    @Test(
        "is refused when it is not UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0xF5, 0x80, 0x80, 0x80]]
            as [[UInt8]]
    )
    func notUTF8(_ bytes: [UInt8]) {
        let text = Array(#"{"a":""#.utf8) + bytes + Array(#""}"#.utf8)
        #expect(throws: JSONError.invalidUTF8) { try JSONObject(text) }
    }

    @Test(
        "is refused if a character has so many marks that comparing it would take half a minute",
        .timeLimit(.minutes(1)),
        arguments: ["\u{301}\u{323}", #"\u0301\u0323"#]
    )
    func marks(_ pair: String) {
        let many = "a" + String(repeating: pair, count: 5000)
        for text in [#"{"method":"\#(many)"}"#, #"{"\#(many)":1}"#] {
            #expect(throws: JSONError.tooManyMarks(offset: text.hasPrefix("{\"method") ? 10 : 1)) {
                try JSONObject(Array(text.utf8))
            }
        }
        let few = "a" + String(repeating: pair, count: 32) + String(repeating: "é", count: 10_000)
        #expect(throws: Never.self) { try JSONObject(Array(#"{"\#(few)":1}"#.utf8)) }
    }

    @Test("may be 32 deep and no deeper")
    func depth() {
        func nested(_ depth: Int) -> [UInt8] {
            // The object itself is the first level.
            Array("{\"a\":".utf8) + Array(repeating: 0x5B, count: depth - 1)
                + Array(repeating: 0x5D, count: depth - 1) + [0x7D]
        }
        #expect(throws: Never.self) { try JSONObject(nested(32)) }
        #expect(throws: JSONError.tooDeep) { try JSONObject(nested(33)) }
        let beside = Array(#"{"a":["#.utf8) + Array(repeating: Array("[],".utf8), count: 99).joined()
        #expect(throws: Never.self) { try JSONObject(beside + Array("[]]}".utf8)) }
    }

    @Test("has each name once, among however many", arguments: [2, 16, 17, 40])
    func duplicates(among count: Int) {
        let members = (0..<count).map { "\"m\($0)\":0" }
        #expect(throws: Never.self) { try JSONObject(Array("{\(members.joined(separator: ","))}".utf8)) }
        for number in [0, count - 1] {
            let text = "{\((members + ["\"m\(number)\":0"]).joined(separator: ","))}"
            #expect(throws: JSONError.duplicateMember("m\(number)")) { try JSONObject(Array(text.utf8)) }
        }
    }

    @Test(
        "has integers with a point or an exponent, if no double beside them could be meant",
        arguments: [
            ("7", 7), ("7.0", 7), ("-70e-1", -7), ("1e3", 1000), ("-9223372036854775808", Int.min),
            ("9007199254740992.0", 1 << 53), ("9007199254740993", 1 << 53 + 1),
            ("9007199254740994.0", nil), ("7.5", nil), ("1e300", nil), ("9223372036854775808", nil),
        ] as [(String, Int?)]
    )
    func integers(text: String, number: Int?) throws {
        let value = try #require(try JSONObject(Array(#"{"x":\#(text)}"#.utf8))["x"])
        #expect((try? Int(reading: value)) == number)
    }

    @Test("yields the members with their kinds and places")
    func members() throws {
        let object = try JSONObject(Array(#" { "a" : [1, 2] ,"\u0062":"x\ny","c":null, "d":true }"#.utf8))
        #expect(object.members.map(\.name) == ["a", "b", "c", "d"])
        #expect(object.members.map(\.value.kind) == [.array, .string, .null, .bool(true)])
        #expect(String(decoding: object.members[0].value.bytes, as: UTF8.self) == "[1, 2]")
        #expect(object.members[0].value.text == nil && object.members[1].value.text == "x\ny")
        #expect(object["c"] == nil && object["d"]?.kind == .bool(true))
    }

    @Test(
        "gives back every text that was written into it",
        arguments: ["", "plain", "\"\\/\u{8}\u{c}\n\r\t\u{0}\u{1f}", "€😀é", "\u{2028}\u{7f}"]
    )
    func roundTrip(_ text: String) throws {
        let object = try JSONObject(["a": text].json)
        #expect(object["a"]?.text == text)
    }
}

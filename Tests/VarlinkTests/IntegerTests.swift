import Testing
import Varlink

@Suite("An integer in a message")
struct IntegerTests {
    @Test(
        "may have a point or an exponent if no double beside it could be meant",
        arguments: [
            ("7", 7), ("7.0", 7), ("-70e-1", -7), ("1e3", 1000), ("-9223372036854775808", Int.min),
            ("9007199254740992.0", 1 << 53), ("9007199254740993", 1 << 53 + 1),
            ("9007199254740994.0", nil), ("7.5", nil), ("1e300", nil), ("9223372036854775808", nil),
        ] as [(String, Int?)]
    )
    func read(text: String, number: Int?) throws {
        let value = try #require(try JSONObject(Array(#"{"x":\#(text)}"#.utf8))["x"])
        #expect((try? Int(reading: value)) == number)
    }
}

import Testing
import UserInput

@testable import waymarkctl

@Suite("The tool's wording")
struct WordingTests {
    @Test(
        "gives time spans in people's units",
        arguments: [
            (0.04, "0.0 s"), (9.94, "9.9 s"), (12.3, "12 s"), (119.4, "119 s"), (120, "2 min"),
            (899.9, "15 min"), (185, "3 min 5 s"), (7200, "2 h"), (7500, "2 h 5 min"), (180_000, "2 d 2 h"),
            (-3, "-3.0 s"), (.infinity, "long"),
        ]
    )
    func times(seconds: Double, words: String) {
        #expect(spoken(seconds: seconds) == words)
    }

    @Test(
        "gives dates the same length, and keeps other text",
        arguments: [
            ("2026-11-21T05:36:11.281308062Z", "2026-11-21T05:36:11.281Z"),
            ("2026-11-21T05:36:11Z", "2026-11-21T05:36:11.000Z"),
            ("1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999Z"),
            ("some day", "some day"),
        ]
    )
    func dates(text: String, words: String) {
        #expect(spoken(date: text) == words)
    }

    @Test("removes control characters from foreign text")
    func controlCharacters() {
        #expect("a\u{1B}[31mred\u{7}\nb\u{9B}c é".harmless == "a [31mred  b c é")
    }
}

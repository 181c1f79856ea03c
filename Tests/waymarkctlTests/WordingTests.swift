import CommandLineTool
import LocationModel
import Testing

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
        "gives times the same length, the date if it is not today, and keeps other text",
        arguments: [
            ("2026-11-21T05:36:11.281308062Z", "05:36:11.281Z"),
            ("2026-11-21T05:36:11+01:00", "04:36:11.000Z"),
            ("2026-11-20T05:36:11Z", "2026-11-20 05:36:11.000Z"),
            ("1969-12-31T23:59:59.999999Z", "1969-12-31 23:59:59.999Z"),
            ("some day", "some day"),
        ]
    )
    func times(text: String, words: String) throws {
        let today = try #require(UTCInstant("2026-11-21T12:00:00Z"))
        #expect(Output(isUTC: true).spoken(date: text, today: today) == words)
    }

    @Test(
        "tells the instants in a text of the service like other times",
        arguments: [
            ("next reload after 2026-11-21T18:00:00Z", "next reload after 18:00:00Z"),
            ("done at 2026-11-20T05:36:11.281Z with r4.", "done at 2026-11-20 05:36:11.281Z with r4."),
            ("2026-11-21T18:00:00Z2026-11-21T19:00:00Z", "18:00:00Z19:00:00Z"),
            ("v1.2-3: 2026-13-40T18:00:00Z, 5 m", "v1.2-3: 2026-13-40T18:00:00Z, 5 m"),
            ("on 2026-11-21", "on 2026-11-21"), ("no timeline:\r\n7", "no timeline:  7"), ("", ""),
        ]
    )
    func told(text: String, words: String) throws {
        let today = try #require(UTCInstant("2026-11-21T12:00:00Z"))
        #expect(Output(isUTC: true).told(text, today: today) == words)
    }

    @Test("shortens identifiers in the middle until a table fits, on a terminal only")
    func tables() {
        let rows = [["APP", "USER", "KIND"], ["org.example.a-long-name", "me", "forecast-for-today"]]
        let lines = { (limit: Int?) in Output.aligned(rows, [0, 2], within: limit, "…") }
        #expect(lines(nil)[1] == "org.example.a-long-name  me    forecast-for-today")
        #expect(lines(40)[1] == "org.exa…ong-name  me    forecas…or-today")
        #expect(lines(40).allSatisfy { $0.count <= 40 })
        #expect(lines(10)[1] == "org.e…g-name  me    forec…-today")
    }
}

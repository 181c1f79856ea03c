import LocationModel
import Testing

@Suite("The text of an instant")
struct InstantTextTests {
    @Test(
        "has as many groups of three decimals as it needs",
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (250_000_000, "1970-01-01T00:00:00.250Z"),
            (1_714_273_200_000_001_000, "2024-04-28T03:00:00.000001Z"), (1, "1970-01-01T00:00:00.000000001Z"),
            (-1, "1969-12-31T23:59:59.999999999Z"), (-1_000_000, "1969-12-31T23:59:59.999Z"),
            // A leap second has the same number as the following second.
            (1_483_228_800_000_000_000, "2017-01-01T00:00:00Z"),
            (.min, "1677-09-21T00:12:43.145224192Z"), (.max, "2262-04-11T23:47:16.854775807Z"),
        ] as [(Int64, String)]
    )
    func description(nanoseconds: Int64, expected: String) {
        #expect(UTCInstant(nanosecondsSince1970: nanoseconds).description == expected)
    }

    @Test(
        "is not read if it is incomplete, names no moment, or goes on after one",
        arguments: [
            "", "2026-11-21", "2026-11-21T12:00:00", "2026-11-21T12:00Z", "2026-02-29T12:00:00Z",
            "2026-11-21T24:00:00Z", "2026-11-21T12:60:00Z", "2026-11-21T12:00:61Z", "2026-11-21T12:00:00.Z",
            "2026-11-21T12:00:00Z ", "2026-11-21T12:00:00ZZ", "2026-11-21T12:00:00+01:00Z",
            "2026-11-21T12:00:00+24:00", "2026-11-21T12:00:00+01:60", "2026-11-21T12:00:00+0100",
        ]
    )
    func unreadable(text: String) { #expect(UTCInstant(text) == nil) }

    @Test("parses back to the same instant")
    func random() {
        for _ in 0..<2000 {
            let nanoseconds = Int64.random(in: -9_200_000_000_000_000_000...9_200_000_000_000_000_000)
            let instant = UTCInstant(nanosecondsSince1970: nanoseconds)
            #expect(UTCInstant(instant.text(places: 9)) == instant)
            #expect(UTCInstant(instant.description) == instant)
        }
    }
}

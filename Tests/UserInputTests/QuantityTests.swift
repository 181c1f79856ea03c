import Testing

@testable import UserInput

@Suite("A quantity")
struct QuantityTests {
    @Test(
        "is a time span in systemd's way of writing",
        arguments: [
            ("15min", .seconds(900)), ("90s", .seconds(90)), ("1h 30min", .seconds(5400)),
            ("1h30min", .seconds(5400)), ("500ms", .milliseconds(500)), ("30", .seconds(30)),
            ("1.5h", .seconds(5400)), ("2 hours", .seconds(7200)), ("5m", .seconds(300)),
            ("7d", .seconds(604_800)), ("0", .zero),
        ] as [(String, Duration)]
    )
    func duration(text: String, expected: Duration) { #expect(Quantity.duration(text) == expected) }

    @Test(
        "is no time span when anything is left over",
        arguments: [
            "", " ", "min", "5 minutse", "-5s", "+5s", "1e3", "0x10", "inf", "nan", "5s,", "1..5s", ".5s",
            "5.", "5 S", "1h -30min", "999999999999d", "٣s",
        ]
    )
    func noDuration(text: String) { #expect(Quantity.duration(text) == nil) }

    @Test("is a distance", arguments: [("500m", 500.0), ("2km", 2000), ("1.5 km", 1500), ("250", 250)])
    func meters(text: String, expected: Double) { #expect(Quantity.meters(text) == expected) }

    @Test("with a sign is at most 1000 km")
    func signedMeters() {
        #expect(Quantity.signedMeters("-12m") == -12 && Quantity.signedMeters("1.5km") == 1500)
        #expect(Quantity.signedMeters("1000km") == 1e6 && Quantity.signedMeters("-1000.1km") == nil)
    }

    @Test("is a size", arguments: [("64K", 65_536), ("1M", 1_048_576), ("100", 100), ("0.5K", 512)])
    func bytes(text: String, expected: Int) { #expect(Quantity.bytes(text) == expected) }
}

import LocationModel
import Testing

@Suite("A unit name")
struct UnitNameTests {
    @Test(
        "names a service or a scope",
        arguments: [
            "weather.service", "weather@.service", "weather@one.service", "app-weather-1.scope",
            "app-gnome-org.example.Weather\\x2dPro-1.scope", "a:b_c.d.service",
            String(repeating: "w", count: 247) + ".service",
        ]
    )
    func names(text: String) { #expect(UnitName(text)?.rawValue == text) }

    @Test(
        "cannot be anything else",
        arguments: [
            "", "weather", ".service", "@.service", "@one.service", "weather.timer", "weather.slice",
            "we ather.service", "a/b.service", "weather@.scope", "wetter\u{E4}.service", "weather.service ",
            String(repeating: "w", count: 248) + ".service",
        ]
    )
    func noNames(text: String) { #expect(UnitName(text) == nil) }

    @Test(
        "matches all instances if it is a template, else only itself",
        arguments: [
            ("weather@.service", "weather@one.service", true),
            ("weather@.service", "weather@.service", false), ("weather@.service", "weather.service", false),
            ("weather@.service", "weather@one.scope", false),
            ("weather@.service", "my-weather@1.service", false),
            ("weather.service", "weather.service", true), ("weather.service", "weather@one.service", false),
        ]
    )
    func matches(pattern: String, name: String, expected: Bool) throws {
        #expect(try #require(UnitName(pattern)).matches(name) == expected)
    }
}

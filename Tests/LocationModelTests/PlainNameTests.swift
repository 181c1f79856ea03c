import LocationModel
import Testing

@Suite("A plain name")
struct PlainNameTests {
    /// Returns whether a text is a name of an app, a kind, a host's widget, a purpose and an extension.
    private func areNames(_ text: String) -> [Bool] {
        [
            AppIdentifier(text) != nil, WidgetKind(text) != nil, HostKey(text) != nil,
            PurposeKey(text) != nil, ExtensionName(text) != nil,
        ]
    }

    @Test(
        "has 255 letters, digits, dots, dashes and underscores at most, and begins with one of the first two",
        arguments: [
            ("org.example.Weather-Pro_2", true), ("7", true), ("a..b", true), ("", false), (".hidden", false),
            ("-option", false), ("_a", false), ("a/b", false), ("../a", false), ("a b", false),
            ("a\n", false), ("\u{E9}t\u{E9}", false), ("a\u{0}", false),
            (String(repeating: "a", count: 255), true), (String(repeating: "a", count: 256), false),
        ]
    )
    func characters(text: String, isName: Bool) {
        #expect(areNames(text) == Array(repeating: isName, count: 5))
    }
}

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
        "is made of letters, digits, dots, dashes and underscores, and begins with one of the first two",
        arguments: [
            ("org.example.Weather-Pro_2", true), ("7", true), ("a..b", true), ("", false), (".hidden", false),
            ("-option", false), ("_a", false), ("a/b", false), ("../a", false), ("a b", false),
            ("a\n", false), ("\u{E9}t\u{E9}", false), ("a\u{0}", false),
        ]
    )
    func characters(text: String, isName: Bool) {
        #expect(areNames(text) == Array(repeating: isName, count: 5))
    }

    @Test("has 255 bytes at most", arguments: [(255, true), (256, false)])
    func length(bytes: Int, isName: Bool) {
        #expect(areNames(String(repeating: "a", count: bytes)) == Array(repeating: isName, count: 5))
    }
}

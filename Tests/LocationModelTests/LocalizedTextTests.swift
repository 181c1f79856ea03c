import LocationModel
import Testing

@Suite("A text with translations")
struct LocalizedTextTests {
    private func text(_ names: String...) throws -> LocalizedText {
        var translations: [LocaleName: String] = [:]
        for name in names { translations[try #require(LocaleName(name))] = name }
        return LocalizedText("plain", translations: translations)
    }

    @Test(
        "is looked up by the rules of the Desktop Entry Specification",
        arguments: [
            ("de_AT.UTF-8@euro", "de_AT@euro"), ("de_AT@euro", "de_AT@euro"), ("de_AT.UTF-8", "de_AT"),
            ("de_CH.UTF-8@euro", "de@euro"), ("de_CH", "de"), ("de", "de"), ("sr@latin", "sr"),
            ("pt_BR.UTF-8", "plain"), ("C", "plain"), ("C.UTF-8", "plain"), ("POSIX", "plain"), ("", "plain"),
            ("nonsense!", "plain"), ("en_US.UTF-8", "plain"),
        ]
    )
    func lookup(locale: String, expected: String) throws {
        #expect(try text("de_AT@euro", "de_AT", "de@euro", "de", "sr").text(for: locale) == expected)
    }

    @Test(
        "has locale names as keys have them, and suggests the nearest one for others",
        arguments: [
            ("de", "de"), ("ast", "ast"), ("de_AT", "de_AT"), ("es_419", "es_419"), ("sr@latin", "sr@latin"),
            ("ca_ES@valencia", "ca_ES@valencia"),
            ("DE", "de"), ("de-AT", "de_AT"), ("de_at", "de_AT"), ("de_AT.UTF-8", "de_AT"),
            ("de_AT.UTF-8@euro", "de_AT@euro"), ("d", nil), ("", nil), ("de_", "de"), ("de_AT@", nil),
            ("german language", nil), ("de_AUT", nil), ("zh-Hant-TW", nil), ("dé", nil),
        ] as [(String, String?)]
    )
    func names(text: String, nearest: String?) {
        #expect(LocaleName(text)?.description == (text == nearest ? text : nil))
        #expect(LocaleName.nearest(to: text)?.description == nearest)
    }
}

import Testing
import UserInput

@Suite("Text of others")
struct ForeignTextTests {
    @Test(
        "loses what could control a terminal, forge a line or hide other text",
        arguments: [
            ("escape", "a\u{1B}[31mred", "a [31mred"),
            ("bell, backspace and delete", "a\u{7}b\u{8}c\u{7F}d", "a b c d"),
            ("C1 control sequence introducer", "a\u{9B}31mb", "a 31mb"),
            ("line feed, carriage return, tab, next line", "a\nb\rc\td\u{85}e", "a b c d e"),
            ("separators of lines and paragraphs", "a\u{2028}b\u{2029}c", "a b c"),
            ("embeddings and overrides", "a\u{202A}b\u{202B}c\u{202C}d\u{202D}e\u{202E}f", "abcdef"),
            ("U+2066 to U+2069, isolates", "a\u{2066}b\u{2067}c\u{2068}d\u{2069}e", "abcde"),
            ("U+200E, U+200F and U+061C, marks of direction", "a\u{200E}b\u{200F}c\u{61C}d", "abcd"),
            ("spaces without width, joiners", "a\u{200B}b\u{FEFF}c\u{200C}d\u{200D}e\u{2060}f", "abcdef"),
            ("U+00AD SOFT HYPHEN", "a\u{AD}b", "ab"),
            ("U+034F, U+115F and U+3164, which nobody sees", "a\u{34F}b\u{115F}c\u{3164}d", "abcd"),
            ("U+E0041, a tag", "a\u{E0041}b", "ab"),
        ]
    )
    func harmless(name: String, text: String, harmless: String) { #expect(text.harmless == harmless) }

    @Test("keeps words in every script")
    func words() {
        for text in ["Zürich é", "北京 天气", "الطقس", "Погода", "e\u{301}", "☂ 12 °C"] {
            #expect(text.harmless == text)
        }
    }

    // Each mark is followed by an accent, which makes one `Character` of both.
    @Test(
        "has no marks of XML, whatever follows them",
        arguments: [
            ("a<b & \"c\" > 'd'", "a&lt;b &amp; &quot;c&quot; &gt; &#39;d&#39;"),
            ("\"\u{301} onload=x a=", "&quot;\u{301} onload=x a="),
            ("<\u{338}b", "&lt;\u{338}b"), ("&\u{301}lt;", "&amp;\u{301}lt;"), ("'\u{20DD}", "&#39;\u{20DD}"),
            (">\u{338}", "&gt;\u{338}"), ("\r\n\t", "\r\n\t"),
            ("\u{0}\u{1B}\u{FFFE}\u{FFFF}", "\u{FFFD}\u{FFFD}\u{FFFD}\u{FFFD}"),
        ]
    )
    func markup(text: String, escaped: String) {
        // Compared by scalars, as equal strings may differ in them.
        #expect(Array(text.inXML.unicodeScalars) == Array(escaped.unicodeScalars))
    }

    @Test("has a backslash before each special character, whatever follows that")
    func backslashes() {
        let text = "\"\u{301} \\\u{338} \\"
        let quoted = "\\\"\u{301} \\\\\u{338} \\\\"
        #expect(Array(text.backslashed(["\"", "\\"]).unicodeScalars) == Array(quoted.unicodeScalars))
    }
}

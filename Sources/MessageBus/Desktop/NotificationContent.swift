import UserInput

package struct NotificationContent: Sendable {
    package typealias Button = (key: String, label: String)

    /// The title: one line, without markup.
    package let summary: String

    /// The text, with markup escaped if the server reads markup.
    package let body: String

    /// The buttons, the most likely one first: some servers show only three.
    package let buttons: [Button]

    /// Creates a notification from texts that apps may have written, for a server with these capabilities.
    package init(summary: String, paragraphs: [String], buttons: [Button], for capabilities: Set<String>) {
        self.summary = Self.plain(summary)
        let body = paragraphs.map(Self.plain).joined(separator: "\n")
        self.body = capabilities.contains("body-markup") ? body.inXML : body
        self.buttons = buttons
    }

    private static let lengthLimit = 1000

    /// The Mongolian vowel separator and the joiners, which form the letters beside them.
    private static let joiners: [Unicode.Scalar] = ["\u{180E}", "\u{200C}", "\u{200D}"]

    private static func plain(_ text: String) -> String {
        String(text.harmless(keeping: joiners).unicodeScalars.prefix(lengthLimit))
    }
}

import UserInput

package struct NotificationContent: Hashable, Sendable {
    package struct Button: Hashable, Sendable {
        /// The button's name when it is pressed.
        package let key: String
        package let label: String

        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

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

    /// Removes control characters, those that change the direction of writing, and others that nobody sees.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(lengthLimit)
            .filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                case .format: joiners.contains(scalar) || !scalar.properties.isDefaultIgnorableCodePoint
                default: true
                }
            }
        return String(String.UnicodeScalarView(scalars))
    }
}

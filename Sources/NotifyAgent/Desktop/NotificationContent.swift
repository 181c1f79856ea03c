/// What a notification says, and the buttons that it has.
struct NotificationContent: Hashable, Sendable {
    /// A button.
    struct Button: Hashable, Sendable {
        /// The button's name when it is pressed.
        let key: String

        /// The button's text.
        let label: String
    }

    /// One line, as it is.
    let summary: String

    /// The text, as the server takes it.
    let body: String

    /// The buttons, the most likely first: some servers show only the first three.
    let buttons: [Button]

    /// Makes a notification of texts that others made up.
    ///
    /// - Parameters:
    ///   - summary: What it is about; cut to a line.
    ///   - paragraphs: The text.
    ///   - buttons: The buttons.
    ///   - capabilities: What the server can do: one that reads markup is given the text so that it shows as it stands.
    init(summary: String, paragraphs: [String], buttons: [Button], for capabilities: Set<String>) {
        self.summary = Self.plain(summary)
        let body = paragraphs.map(Self.plain).joined(separator: "\n")
        self.body = capabilities.contains("body-markup") ? Self.escaped(body) : body
        self.buttons = buttons
    }

    private static let lengthLimit = 1000

    /// A text without what could move it about: control characters and those that turn the direction of writing.
    private static func plain(_ text: String) -> String {
        let scalars = text.unicodeScalars.prefix(lengthLimit)
            .filter { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: false
                default: !isDirection(scalar)
                }
            }
        return String(String.UnicodeScalarView(scalars))
    }

    private static func isDirection(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
        default: false
        }
    }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default: result.append(character)
            }
        }
    }
}

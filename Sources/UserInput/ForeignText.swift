extension String {
    /// The text on one line, without characters that could control a terminal, forge a log line or hide other text.
    ///
    /// Otherwise apps and receivers could send escape sequences to the terminal of another user.
    package var harmless: String { harmless() }

    /// Returns the text without control characters, line separators and invisible characters.
    ///
    /// It removes characters without a width, such as those that change the direction of text, except those that are kept.
    package func harmless(replacement: Unicode.Scalar = " ", keeping kept: [Unicode.Scalar] = []) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                text.append(kept.contains(scalar) ? scalar : replacement)
            case .format: if kept.contains(scalar) { text.append(scalar) }
            default: if !scalar.properties.isDefaultIgnorableCodePoint { text.append(scalar) }
            }
        }
        return String(text)
    }

    // By scalars, as parsers of markup read it: a quote and an accent that follows it are one `Character`,
    // which is not the quote. So are a carriage return and a line feed.

    /// The text for the content or an attribute of XML, HTML, or Pango's markup.
    ///
    /// Characters that XML 1.0 does not allow, even as references, are replaced.
    package var inXML: String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text.append(contentsOf: "&amp;".unicodeScalars)
            case "<": text.append(contentsOf: "&lt;".unicodeScalars)
            case ">": text.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": text.append(contentsOf: "&quot;".unicodeScalars)
            case "'": text.append(contentsOf: "&#39;".unicodeScalars)
            case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}":
                text.append("\u{FFFD}")
            default: text.append(scalar)
            }
        }
        return String(text)
    }

    /// Returns the text with a backslash before each of the `special` characters.
    package func backslashed(_ special: Set<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            if special.contains(scalar) { text.append("\\") }
            text.append(scalar)
        }
        return String(text)
    }
}

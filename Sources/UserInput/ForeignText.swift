extension String {
    /// The text on one line, without characters that could control a terminal, forge a log line or hide other text.
    ///
    /// Otherwise apps and receivers could send escape sequences to the terminal of another user.
    package var harmless: String { harmless() }

    /// Returns the text without control characters, line separators and invisible characters.
    ///
    /// It removes characters without a width, such as those that change the direction of text.
    ///
    /// - Parameters:
    ///   - replacement: The replacement for control characters and line separators.
    ///   - kept: The control characters to keep.
    /// - Returns: The text, which is harmless for terminals and logs.
    package func harmless(replacement: Unicode.Scalar = " ", keeping kept: [Unicode.Scalar] = []) -> String {
        var text = String.UnicodeScalarView()
        for scalar in unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator:
                text.append(kept.contains(scalar) ? scalar : replacement)
            case .format: continue
            default: if !scalar.properties.isDefaultIgnorableCodePoint { text.append(scalar) }
            }
        }
        return String(text)
    }

    /// The text for the content or an attribute of XML, HTML, or Pango's markup.
    package var inXML: String {
        reduce(into: "") { text, letter in
            switch letter {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "'": text += "&#39;"
            default: text.append(letter)
            }
        }
    }
}

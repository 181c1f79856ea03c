extension String {
    /// The text on one line and without what could control a terminal, forge a line of a log or hide other text.
    ///
    /// Apps and receivers could otherwise send escape sequences to the terminal of another user.
    package var harmless: String { harmless() }

    /// Returns the text without control characters, separators of lines and characters that nobody sees.
    ///
    /// Characters without a width, such as those that turn the direction of text, are left out.
    ///
    /// - Parameters:
    ///   - replacement: What takes the place of control characters and separators of lines.
    ///   - kept: Control characters that stay.
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
}

import LocationModel

/// Checks that a text is displayed in a prompt as its author wrote it.
enum ManifestText {
    static func mistakes(in value: String, of name: ManifestSection.FieldName) -> [ManifestMistake.Reason] {
        let scalars = value.unicodeScalars
        if !scalars.contains(where: isVisible) { return [.emptyText(name.text)] }
        var mistakes: [ManifestMistake.Reason] = []
        // Count scalars, not characters: one character can consist of any number of scalars.
        let limit = name.key.lengthLimit
        if scalars.count > limit {
            mistakes.append(.tooLong(name.text, count: scalars.count, limit: limit))
        }
        if let scalar = scalars.first(where: garbles) {
            mistakes.append(.controlCharacter(name.text, scalar: scalar.value))
        }
        let quotes = [("\"", "\""), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»")]
        if value.count > 1, quotes.contains(where: { value.hasPrefix($0.0) && value.hasSuffix($0.1) }) {
            mistakes.append(.quoted(name.text))
        }
        return mistakes
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint && !garbles(scalar)
            // The blank Braille pattern, which Unicode classifies as a symbol.
            && scalar.value != 0x2800
    }

    /// Returns whether a character moves, hides or reverses its neighbours in terminals and prompts, or is invisible.
    private static func garbles(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        case .format:
            switch scalar.value {
            // Scripts need the Mongolian vowel separator U+180E, the joiners U+200C and U+200D, and the marks U+061C,
            // U+200E and U+200F. The marks suffice for mixed directions, and all affect only their neighbours.
            case 0x061C, 0x180E, 0x200C...0x200F: false
            // The others that nobody sees would make a name look like another one.
            default: scalar.properties.isDefaultIgnorableCodePoint
            }
        default: false
        }
    }
}

import LocationModel

/// Checks that a text is displayed in a prompt as its author wrote it.
enum ManifestText {
    /// Returns the mistakes in the value of `name`.
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

    /// Returns whether a character moves, hides or reverses its neighbours in terminals and prompts.
    private static func garbles(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: true
        // The joiners U+200C and U+200D and the marks U+200E and U+200F stay permitted: scripts need them, they suffice
        // for mixed directions, and they affect only their neighbours.
        case .format:
            switch scalar.value {
            case 0x202A...0x202E, 0x2066...0x2069: true
            // Without a width, they would make a name look like another one.
            case 0xAD, 0x200B, 0x2060...0x2064, 0xFEFF: true
            default: false
            }
        default: false
        }
    }
}

import UserInput

extension ManifestSection {
    /// Checks that a text is displayed in a prompt as its author wrote it.
    func check(_ field: Field, of name: FieldName) {
        let (value, key) = (field.value, "'\(name.text)='")
        let scalars = value.unicodeScalars
        guard scalars.contains(where: Self.isVisible) else {
            return log.add("\(key) is empty; add a text or remove the line", at: field.line)
        }
        // Count scalars, not characters: one character can consist of any number of scalars.
        let (count, limit) = (scalars.count, name.key.lengthLimit)
        if count > limit {
            log.add("\(key) has \(count) characters; the limit is \(limit)", at: field.line)
        }
        if let scalar = scalars.first(where: Self.garbles) {
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let number = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
            log.add("\(key) contains the control character \(number); remove it", at: field.line)
        }
        let quotes = [("\"", "\""), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»")]
        if value.count > 1, quotes.contains(where: { value.hasPrefix($0.0) && value.hasSuffix($0.1) }) {
            let reason = "the quotation marks around the value of \(key) would be displayed; remove them"
            log.add(reason, at: field.line, as: .warning)
        }
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

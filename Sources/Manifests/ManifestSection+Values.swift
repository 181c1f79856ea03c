import LocationModel
import UserInput

extension ManifestSection {
    func has(_ key: ManifestSchema.Key) -> Bool { fields.keys.contains { $0.key == key } }

    func locales(of key: ManifestSchema.Key) -> Set<LocaleName> {
        Set(fields.keys.lazy.filter { $0.key == key }.compactMap(\.locale))
    }

    /// Returns a text with its translations; `nil` if it is missing or its untranslated value is, which is reported.
    func text(_ key: ManifestSchema.Key, _ log: inout MistakeLog) -> LocalizedText? {
        var translations: [LocaleName: String] = [:]
        var plain: String?
        for (name, field) in fields where name.key == key {
            for mistake in ManifestText.mistakes(in: field.value, of: name) {
                log.add(mistake, at: field.line)
            }
            if let locale = name.locale { translations[locale] = field.value } else { plain = field.value }
        }
        guard let plain else {
            // Report it once, at the first translation.
            let first = fields.filter { $0.key.key == key }.min { $0.value.line < $1.value.line }
            if let first, let locale = first.key.locale {
                log.add(.missingPlain(key.rawValue, language: "\(locale)"), at: first.value.line)
            }
            return nil
        }
        return LocalizedText(plain, translations: translations)
    }

    /// Parses a Boolean; `nil` if it is missing, or invalid and reported.
    func flag(_ key: ManifestSchema.Key, _ log: inout MistakeLog) -> Bool? {
        guard let field = self[key] else { return nil }
        switch field.value {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            log.add(
                .form(.badValue(field.value, key: key.rawValue, accepts: "yes or no")),
                at: field.line
            )
            return nil
        }
    }

    /// Parses a word of an enumeration; `nil` if it is missing, or invalid and reported.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: ManifestSchema.Key,
        _ type: Word.Type,
        _ log: inout MistakeLog
    ) -> Word? {
        guard let field = self[key] else { return nil }
        if let word = Word(rawValue: field.value) { return word }
        let accepts = Word.allCases.map(\.rawValue).joined(separator: " or ")
        log.add(.form(.badValue(field.value, key: key.rawValue, accepts: accepts)), at: field.line)
        return nil
    }

    /// Parses a list of distinct words.
    ///
    /// Invalid words and duplicates are reported and omitted.
    func list<Element: Hashable>(
        _ key: ManifestSchema.Key,
        accepts: String,
        _ log: inout MistakeLog,
        read: (String) -> Element?
    ) -> [Element] {
        guard let field = self[key] else { return [] }
        let words = field.value.split(whereSeparator: isBlank).map(String.init)
        if words.isEmpty {
            log.add(.form(.badValue("", key: key.rawValue, accepts: accepts)), at: field.line)
        }
        var elements: [Element] = []
        var seen: Set<Element> = []
        for word in words {
            guard let element = read(word) else {
                log.add(.form(.badValue(word, key: key.rawValue, accepts: accepts)), at: field.line)
                continue
            }
            guard seen.insert(element).inserted else {
                log.add(.duplicateValue(word, key: key.rawValue), at: field.line)
                continue
            }
            elements.append(element)
        }
        return elements
    }
}

import LocationModel
import UserInput

extension ManifestSection {
    func has(_ key: ManifestSchema.Key) -> Bool { fields.keys.contains { $0.key == key } }

    /// Returns a text with its translations; `nil` if it is missing or its untranslated value is, which is reported.
    func text(_ key: ManifestSchema.Key) -> LocalizedText? {
        var translations: [LocaleName: String] = [:]
        var plain: String?
        for (name, field) in fields where name.key == key {
            check(field, of: name)
            if let locale = name.locale { translations[locale] = field.value } else { plain = field.value }
        }
        guard let plain else {
            // Report it once, at the first translation.
            let first = fields.filter { $0.key.key == key }.min { $0.value.line < $1.value.line }
            if let first {
                let reason =
                    "'\(first.key.text)=' is a translation without an original; add '\(key.rawValue)=', "
                    + "for all other languages"
                log.add(reason, at: first.value.line)
            }
            return nil
        }
        return LocalizedText(plain, translations: translations)
    }

    /// Parses a Boolean; `nil` if it is missing, or invalid and reported.
    func flag(_ key: ManifestSchema.Key) -> Bool? {
        guard let field = self[key] else { return nil }
        switch field.value {
        case "yes", "true": return true
        case "no", "false": return false
        default:
            report(field.value, of: key, accepts: "yes or no")
            return nil
        }
    }

    /// Parses a word of an enumeration; `nil` if it is missing, or invalid and reported.
    func word<Word: RawRepresentable<String> & CaseIterable>(
        _ key: ManifestSchema.Key,
        _ type: Word.Type
    ) -> Word? {
        guard let field = self[key] else { return nil }
        if let word = Word(rawValue: field.value) { return word }
        let accepts = Word.allCases.map(\.rawValue).joined(separator: " or ")
        report(field.value, of: key, accepts: accepts)
        return nil
    }

    /// Parses a list of distinct words.
    ///
    /// Invalid words and duplicates are reported and omitted.
    func list<Element: Hashable>(
        _ key: ManifestSchema.Key,
        accepts: String,
        read: (String) -> Element?
    ) -> [Element] {
        guard let field = self[key] else { return [] }
        let words = field.value.split(whereSeparator: isBlank).map(String.init)
        if words.isEmpty { report("", of: key, accepts: accepts) }
        var elements: [Element] = []
        var seen: Set<Element> = []
        for word in words {
            guard let element = read(word) else {
                report(word, of: key, accepts: accepts)
                continue
            }
            guard seen.insert(element).inserted else {
                log.add("'\(key.rawValue)=' lists '\(word.shortened)' twice", at: field.line)
                continue
            }
            elements.append(element)
        }
        return elements
    }

    /// Parses a list of distinct words of an enumeration.
    func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ key: ManifestSchema.Key,
        of type: Word.Type
    ) -> [Word] {
        let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return list(key, accepts: "some of \(names), separated by spaces", read: Word.init(rawValue:))
    }

    /// Reports a value that the key does not accept.
    func report(_ value: String, of key: ManifestSchema.Key, accepts: String) {
        log.add(.badValue(value, key: key.rawValue, accepts: accepts), at: self[key]?.line)
    }

    func report(missing key: ManifestSchema.Key, accepts: String) {
        log.add(.missing(key: key.rawValue, section: title, accepts: accepts), at: line)
    }
}

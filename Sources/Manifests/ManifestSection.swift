import LocationModel
import UserInput

/// A section of a manifest, with its well-formed assignments.
struct ManifestSection {
    typealias Field = INIDocument.Assignment

    /// A key with its optional language.
    struct FieldName: Hashable {
        let key: ManifestSchema.Key
        let locale: LocaleName?

        var text: String { key.rawValue + (locale.map { "[\($0)]" } ?? "") }
    }

    let sort: ManifestSchema.Section

    /// The name after the first word; empty if there is none.
    let name: String
    let line: Int
    let log: MistakeLog
    private(set) var fields: [FieldName: Field] = [:]

    subscript(_ key: ManifestSchema.Key) -> Field? { fields[FieldName(key: key, locale: nil)] }

    /// The header as written in the file, without its brackets.
    var title: String { name.isEmpty ? sort.rawValue : "\(sort.rawValue) \(name)" }

    /// Reads a section with its assignments, and reports what in it is invalid; `nil` if no section has this
    /// name.
    init?(_ header: INIDocument.Section, _ log: MistakeLog) {
        let parts = header.name.split(whereSeparator: isBlank)
        let title = parts.joined(separator: " ")
        guard let word = parts.first, let sort = ManifestSchema.Section(rawValue: String(word)) else {
            let all = ManifestSchema.Section.allCases
            let word = Spelling.nearest(to: String(parts.first ?? ""), among: all.map(\.rawValue))
            let nearest = word.flatMap(ManifestSchema.Section.init(rawValue:))?.form
            log.add(.unknownSection(title, nearest: nearest, known: all.map(\.form)), at: header.line)
            return nil
        }
        if !header.rest.isEmpty, !header.rest.hasPrefix("#"), !header.rest.hasPrefix(";") {
            // It would be ignored.
            let rest = header.rest.shortened
            log.add(
                "unexpected text '\(rest)' after the section's bracket; put it on its own line",
                at: header.line
            )
        }
        var name = parts.dropFirst().joined(separator: " ")
        if sort.takesName {
            if name.isEmpty {
                log.add("[\(word)] needs a name: [\(sort.form)]", at: header.line)
            } else if ExtensionName(name) == nil {
                let reason =
                    "'\(name.shortened)' is not a valid name for [\(word) …]; use letters, digits, '.', '-' and '_', "
                    + "starting with a letter or digit"
                log.add(reason, at: header.line)
            }
        } else if !name.isEmpty {
            log.add("[\(title.shortened)] takes no name; write [\(word)]", at: header.line)
            name = ""
        }
        (self.sort, self.name, self.line, self.log) = (sort, name, header.line, log)
        for assignment in header.assignments where !log.isFull {
            guard let name = fieldName(assignment) else { continue }
            if let first = fields[name] {
                log.add(.duplicate(name.text, firstLine: first.line), at: assignment.line)
            } else {
                fields[name] = assignment
            }
        }
    }

    /// Parses a key such as `Name` or `Name[de]`, or reports why it is invalid.
    private func fieldName(_ assignment: Field) -> FieldName? {
        let bracket = assignment.key.firstIndex(of: "[")
        var word = assignment.key[..<(bracket ?? assignment.key.endIndex)]
        while let last = word.last, isBlank(last) { word.removeLast() }
        guard let key = ManifestSchema.Key(rawValue: String(word)), sort.keys.contains(key) else {
            let owner = ManifestSchema.Section.allCases.first { $0.keys.contains { $0.rawValue == word } }
            let reason: INIProblem.Reason =
                if let owner {
                    .misplacedKey(String(word), section: title, belongsTo: owner.form)
                } else {
                    .unknownKey(String(word), section: title, known: sort.keys.map(\.rawValue))
                }
            log.add(reason, at: assignment.line)
            return nil
        }
        guard let bracket else { return .init(key: key, locale: nil) }
        var language = assignment.key[assignment.key.index(after: bracket)...]
        let isClosed = language.last == "]"
        if isClosed { language.removeLast() }
        let given = "[\(String(language).shortened)]"
        guard key.isTranslatable else {
            log.add("'\(word)=' cannot be translated; remove '\(given)'", at: assignment.line)
            return nil
        }
        guard isClosed, let locale = LocaleName(language) else {
            let cure =
                LocaleName.nearest(to: language).map { "write '\(word)[\($0)]='" }
                ?? "write a language such as [de], [pt_BR] or [sr@latin]"
            log.add("'\(given)' after '\(word)' is not a valid language; \(cure)", at: assignment.line)
            return nil
        }
        return .init(key: key, locale: locale)
    }

    func has(_ key: ManifestSchema.Key) -> Bool { fields.keys.contains { $0.key == key } }

    /// Returns a text with its translations; `nil` if it is missing or its untranslated value is, which is reported.
    ///
    /// If it is missing altogether, that is reported only with `required`, which says what it must be.
    func text(_ key: ManifestSchema.Key, required: String? = nil) -> LocalizedText? {
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
            } else if let required {
                report(missing: key, accepts: required)
            }
            return nil
        }
        return LocalizedText(plain, translations: translations)
    }

    /// Parses a value; `nil` if it is missing, or invalid and reported.
    func value<Value>(
        _ key: ManifestSchema.Key,
        accepts: String,
        read: (String) -> Value?
    ) -> Value? {
        guard let field = self[key] else { return nil }
        let value = read(field.value)
        if value == nil { report(field.value, of: key, accepts: accepts) }
        return value
    }

    /// Parses a Boolean; `false` also if it is missing, or invalid and reported.
    func flag(_ key: ManifestSchema.Key) -> Bool {
        value(key, accepts: "yes or no") { ["yes": true, "true": true, "no": false, "false": false][$0] }
            ?? false
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ key: ManifestSchema.Key) -> Word? {
        let accepts = Word.allCases.map(\.rawValue).joined(separator: " or ")
        return value(key, accepts: accepts, read: Word.init(rawValue:))
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

    func words<Word: RawRepresentable<String> & CaseIterable & Hashable>(
        _ key: ManifestSchema.Key
    ) -> [Word] {
        let names = Word.allCases.map(\.rawValue).joined(separator: ", ")
        return list(key, accepts: "some of \(names), separated by spaces", read: Word.init(rawValue:))
    }

    private func report(_ value: String, of key: ManifestSchema.Key, accepts: String) {
        log.add(.badValue(value, key: key.rawValue, accepts: accepts), at: self[key]?.line)
    }

    func report(missing key: ManifestSchema.Key, accepts: String) {
        log.add(.missing(key: key.rawValue, section: title, accepts: accepts), at: line)
    }

    /// Checks that a text is displayed in a prompt as its author wrote it.
    private func check(_ field: Field, of name: FieldName) {
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

extension ManifestSection.Field {
    /// Returns the column of the character at an offset in the value, in bytes.
    func column(at offset: Int) -> Int {
        column + value.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    }
}

func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

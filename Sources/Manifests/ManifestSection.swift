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

    /// Reads a section with its assignments, and reports what in it is invalid; `nil` if no section is called so.
    init?(_ header: INIDocument.Section, _ log: MistakeLog) {
        let parts = header.name.split(whereSeparator: isBlank)
        let title = parts.joined(separator: " ")
        guard let word = parts.first, let sort = ManifestSchema.Section(rawValue: String(word)) else {
            log.add(ManifestSchema.mistake(ofSection: title), at: header.line)
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
        read(header.assignments)
    }

    private mutating func read(_ assignments: [Field]) {
        for assignment in assignments where !log.isFull {
            guard let name = fieldName(assignment) else { continue }
            if let first = fields[name] {
                log.add(.duplicate(name.text, firstLine: first.line), at: assignment.line)
            } else {
                fields[name] = assignment
            }
        }
    }

    /// Parses a key such as `Name` or `Name[de]`, or reports why it is invalid.
    private func fieldName(_ assignment: INIDocument.Assignment) -> FieldName? {
        let bracket = assignment.key.firstIndex(of: "[")
        var word = assignment.key[..<(bracket ?? assignment.key.endIndex)]
        while let last = word.last, isBlank(last) { word.removeLast() }
        guard let key = ManifestSchema.Key(rawValue: String(word)), sort.keys.contains(key) else {
            let reason = ManifestSchema.mistake(of: String(word), in: sort, called: title)
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
}

extension ManifestSection.Field {
    /// Returns the column of the character at an offset in the value, in bytes.
    func column(at offset: Int) -> Int {
        column + value.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
    }
}

/// Returns whether `character` separates words.
func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

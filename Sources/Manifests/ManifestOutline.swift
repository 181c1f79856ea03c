import LocationModel
import UserInput

/// The known sections of a manifest, with their well-formed assignments.
struct ManifestOutline {
    /// The sections, in the order of the file, without duplicates.
    private(set) var sections: [ManifestSection] = []

    /// Groups the assignments by section, and reports those that are not valid.
    init(_ document: INIDocument, _ log: inout MistakeLog) {
        for fault in document.faults { log.addUnreadableLine(fault.reason, at: fault.line) }
        var firstLines: [String: Int] = [:]
        for header in document.sections where !log.isFull {
            if header.line == 0 {
                for assignment in header.assignments {
                    log.add(.noSection(key: assignment.key), at: assignment.line)
                }
                continue
            }
            guard var section = Self.section(header, &log) else { continue }
            Self.fill(&section, with: header.assignments, &log)
            if let firstLine = firstLines[section.title] {
                let title = section.title.shortened
                log.add(
                    "duplicate section [\(title)]; the first one is in line \(firstLine)",
                    at: section.line
                )
            } else {
                firstLines[section.title] = section.line
                sections.append(section)
            }
        }
    }

    /// Returns the section of a sort; the first one if there are several.
    subscript(_ sort: ManifestSchema.Section) -> ManifestSection? { sections.first { $0.sort == sort } }

    func all(_ sort: ManifestSchema.Section) -> [ManifestSection] { sections.filter { $0.sort == sort } }

    /// Parses a section header, or reports why it is invalid.
    private static func section(
        _ header: INIDocument.Section,
        _ log: inout MistakeLog
    ) -> ManifestSection? {
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
        if let example = sort.exampleName {
            if name.isEmpty {
                log.add("[\(word)] needs a name, as in [\(word) \(example)]", at: header.line)
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
        return ManifestSection(sort: sort, name: name, line: header.line)
    }

    private static func fill(
        _ section: inout ManifestSection,
        with assignments: [INIDocument.Assignment],
        _ log: inout MistakeLog
    ) {
        for assignment in assignments where !log.isFull {
            guard let name = fieldName(assignment, in: section, &log) else { continue }
            if let first = section.fields[name] {
                log.add(.duplicate(name.text, firstLine: first.line), at: assignment.line)
            } else {
                section.fields[name] = ManifestSection.Field(
                    value: assignment.value,
                    line: assignment.line,
                    column: assignment.column
                )
            }
        }
    }

    /// Parses a key such as `Name` or `Name[de]`, or reports why it is invalid.
    private static func fieldName(
        _ assignment: INIDocument.Assignment,
        in section: ManifestSection,
        _ log: inout MistakeLog
    ) -> ManifestSection.FieldName? {
        let bracket = assignment.key.firstIndex(of: "[")
        var word = assignment.key[..<(bracket ?? assignment.key.endIndex)]
        while let last = word.last, isBlank(last) { word.removeLast() }
        guard let key = ManifestSchema.Key(rawValue: String(word)), section.sort.keys.contains(key) else {
            let reason = ManifestSchema.mistake(of: String(word), in: section.sort, called: section.title)
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

/// Returns whether `character` separates words.
func isBlank(_ character: Character) -> Bool { character == " " || character == "\t" }

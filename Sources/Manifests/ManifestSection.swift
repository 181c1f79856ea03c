import LocationModel

/// One section of a manifest, with its well-formed assignments.
struct ManifestSection {
    /// The value of a key, with its line.
    struct Field {
        let value: String
        let line: Int
    }

    /// A key, with its language if it has one.
    struct FieldName: Hashable {
        let key: ManifestSchema.Key
        let locale: LocaleName?

        /// The key as it is written.
        var text: String { key.rawValue + (locale.map { "[\($0)]" } ?? "") }
    }

    /// The sort of section.
    let sort: ManifestSchema.Section

    /// The name after the word; empty for a section without a name.
    let name: String

    /// The line of the header.
    let line: Int

    /// The values.
    var fields: [FieldName: Field] = [:]

    /// Returns the value of a key without a language.
    subscript(_ key: ManifestSchema.Key) -> Field? { fields[FieldName(key: key, locale: nil)] }

    /// The section as it is written, without its brackets.
    var title: String { name.isEmpty ? sort.rawValue : "\(sort.rawValue) \(name)" }
}

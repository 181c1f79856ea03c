import LocationModel

/// One section of a manifest, with the assignments that are well formed.
struct ManifestSection {
    /// What was assigned to a key.
    struct Field {
        let value: String
        let line: Int
    }

    /// A key, in a language where it has one.
    struct FieldName: Hashable {
        let key: ManifestSchema.Key
        let locale: LocaleName?

        /// The key as it is written.
        var text: String { key.rawValue + (locale.map { "[\($0)]" } ?? "") }
    }

    /// The sort of section.
    let sort: ManifestSchema.Section

    /// The name behind the word; empty where there is none.
    let name: String

    /// The number of its first line.
    let line: Int

    /// What was assigned.
    var fields: [FieldName: Field] = [:]

    /// Returns what was assigned to a key, in no language.
    subscript(_ key: ManifestSchema.Key) -> Field? { fields[FieldName(key: key, locale: nil)] }

    /// The section as it is written, without its brackets.
    var title: String { name.isEmpty ? sort.rawValue : "\(sort.rawValue) \(name)" }
}

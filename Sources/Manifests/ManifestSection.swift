import LocationModel

/// A section of a manifest, with its well-formed assignments.
struct ManifestSection {
    struct Field {
        let value: String
        let line: Int

        /// The column of the value, from 1.
        let column: Int

        /// Returns the column of the character at an offset in the value, in bytes.
        func column(at offset: Int) -> Int {
            column + value.utf8.prefix(offset).count { $0 & 0xC0 != 0x80 }
        }
    }

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
    var fields: [FieldName: Field] = [:]

    subscript(_ key: ManifestSchema.Key) -> Field? { fields[FieldName(key: key, locale: nil)] }

    /// The header as written in the file, without its brackets.
    var title: String { name.isEmpty ? sort.rawValue : "\(sort.rawValue) \(name)" }
}

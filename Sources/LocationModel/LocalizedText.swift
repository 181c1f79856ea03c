package struct LocalizedText: Hashable, Codable, Sendable {
    /// The untranslated text, used for every locale without a translation.
    package let plain: String
    package let translations: [LocaleName: String]

    package init(_ plain: String, translations: [LocaleName: String] = [:]) {
        self.plain = plain
        self.translations = translations
    }

    /// Returns the text for a locale as the environment names it.
    ///
    /// For `de_AT.UTF-8@euro` it tries `de_AT@euro`, `de_AT`, `de@euro` and `de` in this order, then the untranslated
    /// text.
    package func text(for locale: String?) -> String {
        guard let locale = locale.flatMap({ LocaleName.nearest(to: $0) }) else { return plain }
        return locale.candidates.lazy.compactMap { translations[$0] }.first ?? plain
    }
}

/// A text for people, with its translations.
package struct LocalizedText: Hashable, Sendable {
    /// The text for everybody whose language is not among the translations.
    package let plain: String

    /// The other texts.
    package let translations: [LocaleName: String]

    /// Creates a text.
    package init(_ plain: String, translations: [LocaleName: String] = [:]) {
        self.plain = plain
        self.translations = translations
    }

    /// Returns the text for a locale as the environment names it: for `de_AT.UTF-8@euro` that of `de_AT@euro`,
    /// `de_AT`, `de@euro` or `de`, whichever comes first, else the plain one.
    package func text(for locale: String?) -> String {
        guard let locale = locale.flatMap(LocaleName.init(ofEnvironment:)) else { return plain }
        return locale.candidates.lazy.compactMap { translations[$0] }.first ?? plain
    }
}

/// A locale as the keys of translated texts name it: `de`, `de_AT`, `sr@latin`, `ca_ES@valencia`.
package struct LocaleName: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// Two to eight lower-case letters of ISO 639.
    package let language: String

    /// Two upper-case letters of ISO 3166 or three digits of UN M.49, or `nil`.
    package let country: String?

    /// Letters and digits, or `nil`.
    package let modifier: String?

    /// Parses a locale name without an encoding, or returns `nil` if it is malformed.
    package init?(_ text: some StringProtocol) {
        var rest = Substring(text)
        modifier = Self.cut("@", from: &rest)
        country = Self.cut("_", from: &rest)
        language = String(rest)
        let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard (2...8).contains(rest.utf8.count), rest.utf8.allSatisfy(lowercase.contains),
            country.map(Self.isCountry) ?? true,
            modifier.map({ !$0.isEmpty && $0.utf8.count <= 16 && $0.utf8.allSatisfy(isLetterOrDigit) })
                ?? true
        else { return nil }
    }

    private init(_ language: String, _ country: String?, _ modifier: String?) {
        self.language = language
        self.country = country
        self.modifier = modifier
    }

    /// The locale names to try, best first, by the rules of the Desktop Entry Specification.
    package var candidates: [LocaleName] {
        [(country, modifier), (country, nil), (nil, modifier), (nil, nil)]
            .map { LocaleName(language, $0, $1) }
    }

    /// Returns the valid name that `text` most likely means: `de_AT` for `DE-at.UTF-8`.
    ///
    /// The text may be the value of `LC_MESSAGES` or `LANG`, whose encoding is ignored. Returns `nil` if there is none, as
    /// for `C`.
    package static func nearest(to text: some StringProtocol) -> LocaleName? {
        var rest = Substring(text)
        let modifier = cut("@", from: &rest)
        _ = cut(".", from: &rest)
        let parts = rest.split(whereSeparator: { $0 == "-" || $0 == "_" })
        guard let language = parts.first, parts.count <= 2 else { return nil }
        let country = parts.dropFirst().first.map { "_\($0.uppercased())" } ?? ""
        return LocaleName(language.lowercased() + country + (modifier.map { "@\($0)" } ?? ""))
    }

    package static func < (left: LocaleName, right: LocaleName) -> Bool {
        left.description < right.description
    }

    package var description: String {
        language + (country.map { "_\($0)" } ?? "") + (modifier.map { "@\($0)" } ?? "")
    }

    /// Removes `separator` and everything after it from `text`, and returns what followed the separator.
    private static func cut(_ separator: Character, from text: inout Substring) -> String? {
        guard let index = text.firstIndex(of: separator) else { return nil }
        defer { text = text[..<index] }
        return String(text[text.index(after: index)...])
    }

    private static func isCountry(_ text: String) -> Bool {
        switch text.utf8.count {
        case 2: text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        case 3: text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        default: false
        }
    }
}

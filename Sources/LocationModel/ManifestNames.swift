/// The name of a purpose for temporary full accuracy, shared by an app's requests and its manifest.
package struct PurposeKey: PlainName {
    package let rawValue: String

    /// Creates a key, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// The name of a widget extension, unique within its app.
package struct ExtensionName: PlainName {
    package let rawValue: String

    /// Creates a name, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

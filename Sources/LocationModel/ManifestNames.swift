/// What an app wants full accuracy for, for a while: the name that its requests and its manifest share.
package struct PurposeKey: PlainName {
    /// The name.
    package let rawValue: String

    /// Creates a key, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// A part of an app that makes widgets, unique within its app.
package struct ExtensionName: PlainName {
    /// The name.
    package let rawValue: String

    /// Creates a name, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

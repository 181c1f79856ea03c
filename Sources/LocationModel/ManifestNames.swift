/// What an app wants full accuracy for, for a while: the name that its requests and its manifest share.
package struct PurposeKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    package let rawValue: String

    /// Creates a key, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Orders by name.
    package static func < (left: PurposeKey, right: PurposeKey) -> Bool { left.rawValue < right.rawValue }

    /// The name.
    package var description: String { rawValue }
}

/// A part of an app that makes widgets, unique within its app.
package struct ExtensionName: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    package let rawValue: String

    /// Creates a name, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Orders by name.
    package static func < (left: ExtensionName, right: ExtensionName) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name.
    package var description: String { rawValue }
}

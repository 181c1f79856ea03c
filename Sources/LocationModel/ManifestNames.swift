/// The name of a purpose for temporary full accuracy, shared by an app's requests and its manifest.
package struct PurposeKey: PlainName {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// The name of a widget extension, unique within its app.
package struct ExtensionName: PlainName {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

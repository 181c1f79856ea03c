/// A word for the reason to believe that the machine moved, such as `motion`, `wifi`, `lid` or `dock`.
package struct MovementReason: PlainName {
    package let rawValue: String

    /// Creates a reason, or `nil` unless `rawValue` is 1 to 32 ASCII letters, digits, `.`, `-` and `_`, beginning with a
    /// letter or digit.
    package init?(_ rawValue: String) {
        guard rawValue.utf8.count <= 32, isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// A user of the system, as the kernel numbers users.
package struct UserIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The kernel's user number (uid).
    package let rawValue: UInt32

    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    package static let root = UserIdentifier(0)

    package static func < (left: UserIdentifier, right: UserIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }

    package var description: String { String(rawValue) }
}

/// The identifier of an app, the unit of authorization, such as `org.example.Weather`.
package struct AppIdentifier: PlainName {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

package struct WidgetKind: PlainName {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// A host's own name for a widget that it placed, by which it finds the widget again.
///
/// It is unique among the widgets of one kind.
package struct HostKey: PlainName {
    package let rawValue: String

    package init?(_ rawValue: String) {
        guard isPlainName(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}

/// The identifier of one placed widget: unique on this machine and never reused.
public struct WidgetIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt64

    /// Creates an identifier from its number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `w7`, or `nil` if `text` is malformed.
    public init?(_ text: String) {
        guard text.first == "w", let number = UInt64(text.dropFirst()), text.dropFirst().first != "+" else {
            return nil
        }
        rawValue = number
    }

    /// Orders by age, oldest first.
    public static func < (left: WidgetIdentifier, right: WidgetIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The text form, `w7`.
    public var description: String { "w\(rawValue)" }
}

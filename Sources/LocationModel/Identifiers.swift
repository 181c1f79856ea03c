/// The user on whose behalf somebody acts, as the kernel numbers users.
public struct UserIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The kernel's number.
    public let rawValue: UInt32

    /// Creates an identifier from the kernel's number.
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The superuser.
    public static let root = UserIdentifier(0)

    /// Orders by number.
    public static func < (left: UserIdentifier, right: UserIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The number in decimal.
    public var description: String { String(rawValue) }
}

/// An app, the unit of authorization: a name such as `org.example.Weather`.
public struct AppIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates an identifier, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`,
    /// beginning with a letter or digit.
    public init?(_ rawValue: String) {
        guard isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Orders by name.
    public static func < (left: AppIdentifier, right: AppIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The name.
    public var description: String { rawValue }
}

/// A kind of widget, unique within its app.
public struct WidgetKind: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The name.
    public let rawValue: String

    /// Creates a kind, or `nil` unless `rawValue` is 1 to 255 ASCII letters, digits, `.`, `-` and `_`,
    /// beginning with a letter or digit.
    public init?(_ rawValue: String) {
        guard isName(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// Orders by name.
    public static func < (left: WidgetKind, right: WidgetKind) -> Bool { left.rawValue < right.rawValue }

    /// The name.
    public var description: String { rawValue }
}

/// One placed widget: unique on this machine for ever, never reused.
public struct WidgetIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number.
    public let rawValue: UInt64

    /// Creates an identifier from its number.
    public init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `w7`, or `nil` when `text` is something else.
    public init?(_ text: String) {
        guard text.first == "w", let number = UInt64(text.dropFirst()), text.dropFirst().first != "+" else {
            return nil
        }
        rawValue = number
    }

    /// Orders by age.
    public static func < (left: WidgetIdentifier, right: WidgetIdentifier) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The text form, `w7`.
    public var description: String { "w\(rawValue)" }
}

/// Whether `text` may name an app and what belongs to it.
func isName(_ text: String) -> Bool {
    guard (1...255).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return isLetterOrDigit(first)
        && text.utf8.allSatisfy {
            isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-")
                || $0 == UInt8(ascii: "_")
        }
}

/// Whether `byte` is a letter or a digit of ASCII.
func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
    default: false
    }
}

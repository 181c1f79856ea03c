/// An open stream of a client.
package struct SessionIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `s7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "s") else { return nil }
        rawValue = number
    }

    /// The text form, `s7`.
    package var description: String { "s\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A request for a timeline or a snapshot.
package struct RequestIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `r7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "r") else { return nil }
        rawValue = number
    }

    /// The text form, `r7`.
    package var description: String { "r\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A reload that was asked for, with the same identifier over restarts of the service.
package struct TicketIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `t7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "t") else { return nil }
        rawValue = number
    }

    /// The text form, `t7`.
    package var description: String { "t\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A start of an app's program.
package struct LaunchIdentifier: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `x7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "x") else { return nil }
        rawValue = number
    }

    /// The text form, `x7`.
    package var description: String { "x\(rawValue)" }
}

/// A question to a person.
package struct PromptIdentifier: Hashable, Codable, Sendable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `p7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "p") else { return nil }
        rawValue = number
    }

    /// The text form, `p7`.
    package var description: String { "p\(rawValue)" }
}

/// A call for one location.
package struct LocationRequestIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number, from ``Numbering``.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The text form, `l7`.
    package var description: String { "l\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An event of what an app monitors, with the same identifier over restarts of the service.
///
/// The number is the time of the event in milliseconds since 1970, or more if an event of the app has that already.
package struct MonitorEventIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The number.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Creates an identifier from its text form `e7`, or `nil` when `text` is something else.
    package init?(_ text: String) {
        guard let number = number(in: text, after: "e") else { return nil }
        rawValue = number
    }

    /// The text form, `e7`.
    package var description: String { "e\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A call that waits for its reply.
package struct CallIdentifier: Hashable, Codable, Sendable {
    /// The number, given by the shell.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A configured receiver, identified by its place in the configuration.
package struct ReceiverIdentifier: Hashable, Codable, Sendable, Comparable {
    /// The place, from 0.
    package let rawValue: Int

    /// Creates an identifier from its place.
    package init(_ rawValue: Int) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

private func number(in text: String, after prefix: Character) -> UInt64? {
    guard text.first == prefix else { return nil }
    let digits = text.dropFirst()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return UInt64(digits)
}

/// A number from ``Numbering`` with the text form of its kind, such as `s7`.
package protocol NumberedIdentifier: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The letter before the number in the text form.
    static var letter: Character { get }
    var rawValue: UInt64 { get }
    init(_ rawValue: UInt64)
}

extension NumberedIdentifier {
    package init?(_ text: String) {
        let digits = text.dropFirst()
        guard text.first == Self.letter, !digits.isEmpty,
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = UInt64(digits)
        else { return nil }
        self.init(number)
    }

    package var description: String { "\(Self.letter)\(rawValue)" }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// An open stream of a client.
package struct SessionIdentifier: NumberedIdentifier {
    package static let letter: Character = "s"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

package struct RequestIdentifier: NumberedIdentifier {
    package static let letter: Character = "r"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A reload that was asked for, with the same identifier over restarts of the service.
package struct TicketIdentifier: NumberedIdentifier {
    package static let letter: Character = "t"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A start of an app's program.
package struct LaunchIdentifier: NumberedIdentifier {
    package static let letter: Character = "x"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

package struct PromptIdentifier: NumberedIdentifier {
    package static let letter: Character = "p"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

package struct LocationRequestIdentifier: NumberedIdentifier {
    package static let letter: Character = "l"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// An event of what an app monitors, with the same identifier over restarts of the service.
///
/// The number is the time of the event in milliseconds since 1970, or more if an event of the app has that already.
package struct MonitorEventIdentifier: NumberedIdentifier {
    package static let letter: Character = "e"
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A call that waits for its reply, numbered by the shell.
package struct CallIdentifier: Hashable, Codable, Sendable {
    package let rawValue: UInt64
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// A configured receiver, identified by its place in the configuration, from 0.
package struct ReceiverIdentifier: Hashable, Codable, Sendable, Comparable {
    package let rawValue: Int
    package init(_ rawValue: Int) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

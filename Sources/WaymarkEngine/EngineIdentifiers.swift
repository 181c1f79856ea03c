package import LocationModel

/// One open stream of one client.
package struct SessionIdentifier: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number, counted since the service started.
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

/// One request for a timeline.
package struct RequestIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The number, counted since the service started.
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
}

/// One question to a person.
package struct PromptIdentifier: Hashable, Sendable, CustomStringConvertible {
    /// The number, counted since the service started.
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

/// One call that waits for its reply.
package struct CallIdentifier: Hashable, Sendable {
    /// The number, given by the shell.
    package let rawValue: UInt64

    /// Creates an identifier from its number.
    package init(_ rawValue: UInt64) { self.rawValue = rawValue }
}

/// One configured receiver, by its place in the configuration.
package struct ReceiverIdentifier: Hashable, Sendable, Comparable {
    /// The place, from 0.
    package let rawValue: Int

    /// Creates an identifier from its place.
    package init(_ rawValue: Int) { self.rawValue = rawValue }

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// On whose behalf a client acts.
package struct Caller: Hashable, Sendable {
    /// The user, as the kernel vouches for it.
    package let user: UserIdentifier

    /// Whether a sandbox confines it to one app.
    package let isSandboxed: Bool

    /// The app that a sandbox confines it to, where that is known.
    package let sandboxedApp: AppIdentifier?

    /// Whether it belongs to the group that may show the widgets of everybody.
    package let isKiosk: Bool

    /// Creates a caller.
    package init(
        user: UserIdentifier,
        isSandboxed: Bool = false,
        sandboxedApp: AppIdentifier? = nil,
        isKiosk: Bool = false
    ) {
        self.user = user
        self.isSandboxed = isSandboxed
        self.sandboxedApp = sandboxedApp
        self.isKiosk = isKiosk
    }

    /// Returns whether this caller may see and do what concerns `app`.
    package func mayActFor(_ app: AppKey) -> Bool {
        mayActFor(app.user) && (!isSandboxed || sandboxedApp == app.app)
    }

    /// Returns whether this caller may see the widgets of `app`.
    package func maySee(_ app: AppKey) -> Bool { mayActFor(app) || mayShowFor(app.user) }

    /// Returns whether this caller may see what belongs to `owner` and concerns no app in particular.
    package func mayActFor(_ owner: UserIdentifier) -> Bool { user == owner || user == .root }

    /// Returns whether this caller may change settings and answer questions of `owner`.
    ///
    /// A sandboxed app may not: it would decide about itself.
    package func mayDecideFor(_ owner: UserIdentifier) -> Bool { mayActFor(owner) && !isSandboxed }

    /// Returns whether this caller may place, show and hide widgets of `owner`.
    package func mayShowFor(_ owner: UserIdentifier) -> Bool {
        (mayActFor(owner) || isKiosk) && !isSandboxed
    }
}

private func number(in text: String, after prefix: Character) -> UInt64? {
    guard text.first == prefix else { return nil }
    let digits = text.dropFirst()
    guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return UInt64(digits)
}

/// The parameters of one method, by which the method itself is known.
///
/// The members are those of the interface's description; what each means stands there.
package protocol MethodParameters: Codable, Hashable, Sendable {
    /// What one reply to the method carries.
    associatedtype Reply: Codable & Hashable & Sendable

    /// The members that a call may have.
    associatedtype CodingKeys: CodingKey & CaseIterable

    /// The full name, `io.waymark.Host.Place`.
    static var method: String { get }
}

/// A reply, or an error, without members.
package struct Nothing: Codable, Hashable, Sendable {
    /// Creates it.
    package init() {}
}

/// An error that an interface of ours declares.
package protocol InterfaceError: Error, Codable, Hashable, Sendable {
    /// The full name, `io.waymark.Host.UnknownWidget`.
    static var name: String { get }
}

/// The members of a call that may have none.
package enum NoMembers: CodingKey, CaseIterable {}

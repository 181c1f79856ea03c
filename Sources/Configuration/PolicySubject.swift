import LinuxSystem
package import LocationModel

/// The app, the user, or both, that a rule of the policy applies to.
package struct PolicySubject: Hashable, Sendable {
    /// The app, or `nil` for every app.
    package var app: AppIdentifier?

    /// The user, or `nil` for every user.
    package var user: UserIdentifier?

    /// Creates a subject.
    package init(app: AppIdentifier? = nil, user: UserIdentifier? = nil) {
        self.app = app
        self.user = user
    }

    /// The forms of a subject, for an error message.
    static let accepts = "apps such as org.example.App, user:NAME, org.example.App@NAME, or * for everybody"

    /// The reason why a text is not a subject.
    enum Mistake: Error {
        /// It has none of the forms.
        case notUnderstood

        /// The machine has no such user.
        case unknownUser(String)
    }

    /// Reads `APP`, `user:NAME`, `APP@NAME` or `*`; a user's number may stand for the name.
    init(_ text: Substring) throws(Mistake) {
        if text == "*" {
            self.init()
        } else if text.hasPrefix("user:") {
            self.init(user: try Self.user(text.dropFirst(5)))
        } else {
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let app = AppIdentifier(String(parts[0])) else { throw .notUnderstood }
            self.init(app: app, user: parts.count == 2 ? try Self.user(parts[1]) : nil)
        }
    }

    private static func user(_ name: Substring) throws(Mistake) -> UserIdentifier {
        guard !name.isEmpty else { throw .notUnderstood }
        // A rule about a user that does not exist would silently fail to forbid anything.
        guard let number = UserDatabase.number(of: String(name)) else { throw .unknownUser(String(name)) }
        return UserIdentifier(number)
    }
}

import LinuxSystem
package import LocationModel

/// The apps and users that a policy rule applies to.
package struct PolicySubject: Hashable, Sendable {
    /// The app; `nil` for every app.
    package var app: AppIdentifier?

    /// The user; `nil` for every user.
    package var user: UserIdentifier?

    /// Creates a subject.
    package init(app: AppIdentifier? = nil, user: UserIdentifier? = nil) {
        self.app = app
        self.user = user
    }

    /// The accepted forms, for error messages.
    static let accepts = "apps such as org.example.App, user:NAME, org.example.App@NAME, or * for everybody"

    /// Why a text is not a valid subject.
    enum Mistake: Error {
        /// It has none of the accepted forms.
        case notUnderstood

        /// The user does not exist.
        case unknownUser(String)
    }

    /// Parses `APP`, `user:NAME`, `APP@NAME` or `*`.
    ///
    /// A user can also be given by number.
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
        // Ignoring an unknown user would silently permit what the rule should forbid.
        guard let number = UserDatabase.number(of: String(name)) else { throw .unknownUser(String(name)) }
        return UserIdentifier(number)
    }
}

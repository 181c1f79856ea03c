import LinuxSystem
package import LocationModel

/// Whom a line of the policy is about.
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

    /// What a subject may be, for whoever wrote a wrong one.
    static let accepts = "apps such as org.example.App, user:NAME, org.example.App@NAME, or * for everybody"

    /// Why a text is no subject.
    enum Mistake: Error {
        /// It is nothing of the kind.
        case notUnderstood

        /// There is no such user.
        case unknownUser(String)
    }

    /// Reads `APP`, `user:NAME`, `APP@NAME` or `*`; users also by their numbers.
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
        // A rule about nobody would silently allow what somebody wanted to forbid.
        guard let number = UserDatabase.number(of: String(name)) else { throw .unknownUser(String(name)) }
        return UserIdentifier(number)
    }
}

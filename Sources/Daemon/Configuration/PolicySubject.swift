import LinuxSystem
package import LocationModel

/// The apps and users that a policy rule applies to.
package struct PolicySubject: Hashable, Sendable {
    /// The app; `nil` for every app.
    package var app: AppIdentifier?

    /// The user; `nil` for every user.
    package var user: UserIdentifier?

    /// The name of the user, if nobody has it.
    package var unknownUser: String?
}

extension PolicySubject {
    static let accepts = "apps such as org.example.App, user:NAME, org.example.App@NAME, or * for everybody"

    /// Parses `APP`, `user:NAME`, `APP@NAME` or `*`; `nil` if the text has none of these forms.
    ///
    /// A user can also be given by number.
    init?(_ text: Substring) {
        if text == "*" {
            self.init()
        } else if text.hasPrefix("user:") {
            self.init(app: nil, userName: text.dropFirst(5))
        } else {
            let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
            guard let app = AppIdentifier(String(parts[0])) else { return nil }
            if parts.count == 2 { self.init(app: app, userName: parts[1]) } else { self.init(app: app) }
        }
    }

    private init?(app: AppIdentifier?, userName: Substring) {
        // No user has these in the name: they are meant to separate several.
        guard !userName.isEmpty, !userName.contains(where: { ",;:".contains($0) }) else { return nil }
        // A mistake here must not end the service: users are deleted, and directories may be out of reach.
        let number = UserDatabase.number(of: String(userName))
        self.init(
            app: app,
            user: number.map { UserIdentifier($0) },
            unknownUser: number == nil ? String(userName) : nil
        )
    }
}

package import LocationModel

/// The administrator's limits for apps and users, which override their decisions.
package struct AuthorizationPolicy: Hashable, Codable, Sendable {
    /// The apps that a rule covers.
    package struct Subject: Hashable, Codable, Sendable {
        /// The app, or `nil` for every app.
        package var app: AppIdentifier?

        /// The user, or `nil` for every user.
        package var user: UserIdentifier?

        package init(app: AppIdentifier? = nil, user: UserIdentifier? = nil) {
            self.app = app
            self.user = user
        }
    }

    private var rules: [Subject: AuthorizationLimits] = [:]

    /// The limits of users who could not be found, for an app or with `nil` for all.
    private var limitsOfUnknown: [AppIdentifier?: AuthorizationLimits] = [:]

    /// The users who are none of them, because they have another name.
    private var namedUsers: Set<UserIdentifier> = []

    package init() {}

    /// Adds limits for a subject.
    ///
    /// An empty set exempts the subject from less specific rules.
    package mutating func add(_ limits: AuthorizationLimits, for subject: Subject) {
        rules[subject] = rules[subject]?.union(limits) ?? limits
    }

    /// Adds limits for a user who cannot be found: deleted, misspelt, or of a directory that does not answer.
    ///
    /// They apply to all users but `namedUsers`, since any other may be the one.
    package mutating func add(
        _ limits: AuthorizationLimits,
        forUnknownUserOf app: AppIdentifier?,
        except namedUsers: Set<UserIdentifier>
    ) {
        limitsOfUnknown[app, default: []].formUnion(limits)
        self.namedUsers = namedUsers
    }

    /// Returns the limits of an app, from the most specific rule that covers it.
    ///
    /// The order is: a rule for the user's app, for the app, for the user, for everybody.
    package func limits(of app: AppKey) -> AuthorizationLimits {
        let limits =
            rules[Subject(app: app.app, user: app.user)] ?? rules[Subject(app: app.app)]
            ?? rules[Subject(user: app.user)] ?? rules[Subject()] ?? []
        if namedUsers.contains(app.user) { return limits }
        return limits.union(limitsOfUnknown[app.app] ?? []).union(limitsOfUnknown[nil] ?? [])
    }
}

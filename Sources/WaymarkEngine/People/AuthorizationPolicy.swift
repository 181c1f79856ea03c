package import LocationModel

/// The administrator's limits for apps and users, which override their decisions.
package struct AuthorizationPolicy: Hashable, Codable, Sendable {
    /// The app and the user that a rule covers, or with `nil` every app or user.
    private struct Subject: Hashable, Codable {
        var app: AppIdentifier?
        var user: UserIdentifier?
    }

    private var rules: [Subject: AuthorizationLimits] = [:]

    /// The limits of users who could not be found, for an app or with `nil` for all.
    private var limitsOfUnknown: [AppIdentifier?: AuthorizationLimits] = [:]

    /// The users to whom these do not apply, because they have another name.
    private var namedUsers: Set<UserIdentifier> = []

    package init() {}

    /// Adds limits for an app, or every app, of a user, or every user.
    ///
    /// An empty set exempts from less specific rules.
    package mutating func add(
        _ limits: AuthorizationLimits,
        app: AppIdentifier? = nil,
        user: UserIdentifier? = nil
    ) {
        rules[Subject(app: app, user: user), default: []].formUnion(limits)
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

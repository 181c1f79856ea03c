package import LocationModel

/// What the administrator allows apps and users, whatever they decide.
package struct AuthorizationPolicy: Hashable, Sendable {
    /// The apps that a rule is about.
    package struct Subject: Hashable, Sendable {
        /// The app, or `nil` for every app.
        package var app: AppIdentifier?

        /// The user, or `nil` for every user.
        package var user: UserIdentifier?

        /// Creates a subject.
        package init(app: AppIdentifier? = nil, user: UserIdentifier? = nil) {
            self.app = app
            self.user = user
        }
    }

    private var rules: [Subject: AuthorizationLimits] = [:]

    /// Creates a policy that allows everything.
    package init() {}

    /// Adds limits for a subject; none at all make it an exception from rules that say less exactly whom they mean.
    package mutating func add(_ limits: AuthorizationLimits, for subject: Subject) {
        rules[subject] = rules[subject]?.union(limits) ?? limits
    }

    /// Returns the limits of an app: those of the rule that says most exactly whom it means.
    ///
    /// A rule for the app of the user comes before one for the app, that before one for the user, and the one for
    /// everybody is the last.
    package func limits(of app: AppKey) -> AuthorizationLimits {
        if rules.isEmpty { return [] }
        let subjects = [
            Subject(app: app.app, user: app.user), Subject(app: app.app), Subject(user: app.user), Subject(),
        ]
        return subjects.lazy.compactMap { rules[$0] }.first ?? []
    }
}

package import LocationModel

/// The administrator's limits for apps and users, which override their decisions.
package struct AuthorizationPolicy: Hashable, Codable, Sendable {
    /// The apps that a rule covers.
    package struct Subject: Hashable, Codable, Sendable {
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

    /// Adds limits for a subject.
    ///
    /// An empty set exempts the subject from less specific rules.
    package mutating func add(_ limits: AuthorizationLimits, for subject: Subject) {
        rules[subject] = rules[subject]?.union(limits) ?? limits
    }

    /// Returns the limits of an app, from the most specific rule that covers it.
    ///
    /// The order is: a rule for the user's app, for the app, for the user, for everybody.
    package func limits(of app: AppKey) -> AuthorizationLimits {
        if rules.isEmpty { return [] }
        let subjects = [
            Subject(app: app.app, user: app.user), Subject(app: app.app), Subject(user: app.user), Subject(),
        ]
        return subjects.lazy.compactMap { rules[$0] }.first ?? []
    }
}

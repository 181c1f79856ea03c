package import LocationModel

/// An app as one user has it: what grants and registrations belong to.
package struct AppKey: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The user.
    package let user: UserIdentifier

    /// The app.
    package let app: AppIdentifier

    /// Creates the key of `app` as `user` has it.
    package init(user: UserIdentifier, app: AppIdentifier) {
        self.user = user
        self.app = app
    }

    /// The app with its user.
    package var description: String { "\(app) of user \(user)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.user, left.app) < (right.user, right.app)
    }
}

/// A kind of widget as one user has it.
package struct KindKey: Hashable, Sendable, CustomStringConvertible {
    /// The app that declares the kind.
    package let app: AppKey

    /// The kind.
    package let kind: WidgetKind

    /// Creates the key of `kind` in `app`.
    package init(app: AppKey, kind: WidgetKind) {
        self.app = app
        self.kind = kind
    }

    /// The kind with its app and user.
    package var description: String { "\(kind) of \(app)" }
}

/// What a provider declares about a kind.
package struct KindDeclaration: Hashable, Sendable {
    /// Whether the kind's timelines depend on the location.
    package var wantsLocation: Bool

    /// Creates a declaration.
    package init(wantsLocation: Bool) { self.wantsLocation = wantsLocation }
}

package import LocationModel

/// An app of one user, the key of grants and registrations.
package struct AppKey: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    package let user: UserIdentifier
    package let app: AppIdentifier

    package init(user: UserIdentifier, app: AppIdentifier) {
        self.user = user
        self.app = app
    }

    package var description: String { "\(app) of user \(user)" }

    package static func < (left: Self, right: Self) -> Bool {
        (left.user, left.app) < (right.user, right.app)
    }
}

/// A widget kind of one user's app.
package struct KindKey: Hashable, Codable, Sendable, CustomStringConvertible {
    package let app: AppKey
    package let kind: WidgetKind

    package init(app: AppKey, kind: WidgetKind) {
        self.app = app
        self.kind = kind
    }

    package var description: String { "\(kind) of \(app)" }
}

package struct KindDeclaration: Hashable, Codable, Sendable {
    package var wantsLocation: Bool

    /// The content to show while there is nothing else: the text of a JSON object.
    package var placeholder: String?
    package var name: String?

    /// A description for people who choose a widget.
    package var summary: String?

    /// The families that it has a layout for, the preferred one first; empty for all.
    package var families: [WidgetFamily]

    package init(
        wantsLocation: Bool,
        placeholder: String? = nil,
        name: String? = nil,
        summary: String? = nil,
        families: [WidgetFamily] = []
    ) {
        self.wantsLocation = wantsLocation
        self.placeholder = placeholder
        self.name = name
        self.summary = summary
        self.families = families
    }
}

package import LocationModel

/// The types of `io.waymark.Settings`, whose description says what each means.
package enum SettingsInterface: NamedInterface {
    package static let name = "io.waymark.Settings"

    /// A kind of widget, as its provider declared it.
    package typealias KindDeclaration = WidgetsInterface.KindDeclaration

    /// What keeps an app below what the person chose.
    package enum Limit: String, Codable, Hashable, Sendable, CaseIterable {
        /// The administrator forbids it.
        case forbidden

        /// The administrator allows when in use at most.
        case whenInUseOnly

        /// The administrator allows reduced accuracy at most.
        case reducedAccuracy

        /// Location services are switched off.
        case servicesOff
    }

    /// What tells that a provider is the app that it says it is: the sandbox it is in, the unit it runs in,
    /// its word alone.
    package enum Verification: String, Codable, Hashable, Sendable, CaseIterable {
        case flatpak
        case snap
        case systemUnit
        case userUnit
        case claimed
    }

    /// An app that has registered or has been decided about.
    package struct App: Codable, Hashable, Sendable {
        /// Its identifier.
        package var app: String

        /// The user it belongs to.
        package var user: Int

        /// What people call it, where its manifest is known.
        package var name: String?

        /// What holds for it.
        package var status: AuthorizationStatus

        /// What the person chose.
        package var choice: AuthorizationChoice

        /// What was decided about its widgets.
        package var widgets: WidgetGrant

        /// How exactly it may know.
        package var accuracy: AccuracyAuthorization

        /// Whether its widgets may know the location.
        package var isAuthorizedForWidgetUpdates: Bool

        /// Whether it is allowed only until it is not in use any more.
        package var isTemporary: Bool

        /// Whether it is told always, while the person is still to confirm that.
        package var isProvisional: Bool

        /// What keeps it below what the person chose.
        package var limits: [Limit]

        /// All of that in words, for a person.
        package var text: String

        /// The kinds it has registered.
        package var kinds: [KindDeclaration]

        /// Whether the app itself is in use.
        package var inUse: Bool

        /// Whether one of its providers is connected.
        package var connected: Bool

        /// What tells that the connected provider is this app.
        package var verification: Verification?

        /// The same for a person, such as "verified by Flatpak", or "unverified" and what is known of the
        /// program.
        package var verificationText: String?

        /// The questions about it that wait for an answer.
        package var prompts: [String]

        /// Creates a value of its members.
        package init(
            app: String,
            user: Int,
            name: String? = nil,
            status: AuthorizationStatus,
            choice: AuthorizationChoice,
            widgets: WidgetGrant,
            accuracy: AccuracyAuthorization,
            isAuthorizedForWidgetUpdates: Bool,
            isTemporary: Bool,
            isProvisional: Bool,
            limits: [Limit],
            text: String,
            kinds: [KindDeclaration],
            inUse: Bool,
            connected: Bool,
            verification: Verification? = nil,
            verificationText: String? = nil,
            prompts: [String]
        ) {
            self.app = app
            self.user = user
            self.name = name
            self.status = status
            self.choice = choice
            self.widgets = widgets
            self.accuracy = accuracy
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
            self.isTemporary = isTemporary
            self.isProvisional = isProvisional
            self.limits = limits
            self.text = text
            self.kinds = kinds
            self.inUse = inUse
            self.connected = connected
            self.verification = verification
            self.verificationText = verificationText
            self.prompts = prompts
        }
    }
}

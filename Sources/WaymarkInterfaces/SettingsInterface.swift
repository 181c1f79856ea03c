package import LocationModel

/// The types of `io.waymark.Settings`, whose description says what each means.
package enum SettingsInterface {
    /// A kind of widget, as its provider declared it.
    package typealias KindDeclaration = WidgetsInterface.KindDeclaration

    /// What tells that a provider is the app that it says it is.
    package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
        case flatpak
        case snap
        case systemUnit
        case userUnit
        case claimed
    }

    /// An app that has registered or has been decided about.
    package struct App: Codable, Hashable, Sendable {
        /// Its name.
        package var app: String

        /// The user it belongs to.
        package var user: Int

        /// What was decided about it.
        package var status: AuthorizationStatus

        /// What was decided about its widgets.
        package var widgets: WidgetGrant

        /// Whether its widgets may know the location.
        package var isAuthorizedForWidgetUpdates: Bool

        /// The kinds it has registered.
        package var kinds: [KindDeclaration]

        /// Whether one of its providers is connected.
        package var connected: Bool

        /// What tells that the connected provider is this app.
        package var ground: Ground?

        /// The same for a person.
        package var groundText: String?

        /// Creates a value of its members.
        package init(
            app: String,
            user: Int,
            status: AuthorizationStatus,
            widgets: WidgetGrant,
            isAuthorizedForWidgetUpdates: Bool,
            kinds: [KindDeclaration],
            connected: Bool,
            ground: Ground? = nil,
            groundText: String? = nil
        ) {
            self.app = app
            self.user = user
            self.status = status
            self.widgets = widgets
            self.isAuthorizedForWidgetUpdates = isAuthorizedForWidgetUpdates
            self.kinds = kinds
            self.connected = connected
            self.ground = ground
            self.groundText = groundText
        }
    }

    /// Decides about an app.
    ///
    /// The decision is safe, and in force, once this returns.
    package struct Authorize: MethodParameters {
        package static let method = "io.waymark.Settings.Authorize"

        /// The app; it need not be known yet.
        package var app: String

        /// The decision.
        package var status: AuthorizationStatus

        /// The decision about its widgets; unchanged where absent.
        package var widgets: WidgetGrant?

        /// The user it is for; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(
            app: String,
            status: AuthorizationStatus,
            widgets: WidgetGrant? = nil,
            user: Int? = nil
        ) {
            self.app = app
            self.status = status
            self.widgets = widgets
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case status
            case widgets
            case user
        }

        /// What a reply to Authorize carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The app as it stands now.
            package var app: App

            /// Creates a value of its members.
            package init(app: App) {
                self.app = app
            }
        }
    }

    /// Lists the apps of the caller; root gets those of everybody.
    package struct ListApps: MethodParameters {
        package static let method = "io.waymark.Settings.ListApps"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to ListApps carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The apps.
            package var apps: [App]

            /// Creates a value of its members.
            package init(apps: [App]) {
                self.apps = apps
            }
        }
    }

    /// What was decided is in force, but could not be saved, and a restart would lose it.
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Settings.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

package import LocationModel

// What a person decides.
extension SettingsInterface {
    /// Decides about an app; what is absent stays.
    ///
    /// The decision is safe, and in force, once this returns.
    package struct Authorize: MethodParameters {
        package static let method = "io.waymark.Settings.Authorize"

        /// The app; it need not be known yet.
        package var app: String

        /// Whether it may know the location.
        package var status: AuthorizationChoice?

        /// Whether its widgets share that.
        package var widgets: WidgetGrant?

        /// How exactly it may know.
        package var accuracy: AccuracyAuthorization?

        /// The user it is for; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(
            app: String,
            status: AuthorizationChoice? = nil,
            widgets: WidgetGrant? = nil,
            accuracy: AccuracyAuthorization? = nil,
            user: Int? = nil
        ) {
            self.app = app
            self.status = status
            self.widgets = widgets
            self.accuracy = accuracy
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case status
            case widgets
            case accuracy
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

    /// Forgets what was decided, as if the person had never been asked.
    package struct Reset: MethodParameters {
        package static let method = "io.waymark.Settings.Reset"

        /// The app; all apps where absent.
        package var app: String?

        /// The user it is for; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(app: String? = nil, user: Int? = nil) {
            self.app = app
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case user
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
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
            /// By user and name.
            package var apps: [App]

            /// Creates a value of its members.
            package init(apps: [App]) {
                self.apps = apps
            }
        }
    }

    /// Switches location services on or off.
    package struct SwitchServices: MethodParameters {
        package static let method = "io.waymark.Settings.SwitchServices"

        /// Whether they are to be on.
        package var on: Bool

        /// The user for whose apps; the caller where absent.
        package var user: Int?

        /// Whether it is for everybody, which only root may decide.
        package var everybody: Bool?

        /// Creates a value of its members.
        package init(on: Bool, user: Int? = nil, everybody: Bool? = nil) {
            self.on = on
            self.user = user
            self.everybody = everybody
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case on
            case user
            case everybody
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Tells whether location services are on for the caller.
    package struct GetServices: MethodParameters {
        package static let method = "io.waymark.Settings.GetServices"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to GetServices carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// Whether they are on.
            package var on: Bool

            /// Whether they are switched off for everybody.
            package var offForEverybody: Bool

            /// Creates a value of its members.
            package init(on: Bool, offForEverybody: Bool) {
                self.on = on
                self.offForEverybody = offForEverybody
            }
        }
    }
}

package import LocationModel

// What is kept, and how.
extension SettingsInterface {
    /// One location that was given to an app.
    package struct Access: Codable, Hashable, Sendable {
        package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
            case inView
            case inUseWindow
            case appInUse
            case always
        }

        /// When, RFC 3339 in UTC.
        package var date: String

        /// The app.
        package var app: String

        /// Its user.
        package var user: Int

        /// The widget that it was given to, where it was one.
        package var widget: String?

        /// The request that it was given to, where it was one; requests are counted since the service started.
        package var request: String?

        /// What entitled the app: its widget in view, or lately so; the app itself in use; or always.
        package var ground: Ground

        /// Whether it was allowed only until it was not in use any more.
        package var isTemporary: Bool

        /// How exactly it was allowed to know.
        package var accuracy: AccuracyAuthorization

        /// Radius of the circle that held the truth with 68 % probability, where one was known.
        package var horizontalAccuracyMeters: Double?

        /// Creates a value of its members.
        package init(
            date: String,
            app: String,
            user: Int,
            widget: String? = nil,
            request: String? = nil,
            ground: Ground,
            isTemporary: Bool,
            accuracy: AccuracyAuthorization,
            horizontalAccuracyMeters: Double? = nil
        ) {
            self.date = date
            self.app = app
            self.user = user
            self.widget = widget
            self.request = request
            self.ground = ground
            self.isTemporary = isTemporary
            self.accuracy = accuracy
            self.horizontalAccuracyMeters = horizontalAccuracyMeters
        }
    }

    /// Lists the locations that were given to the caller's apps; root gets those of everybody's.
    package struct ListAccesses: MethodParameters {
        package static let method = "io.waymark.Settings.ListAccesses"

        /// Only those of this app.
        package var app: String?

        /// No more than so many.
        package var limit: Int?

        /// Creates a value of its members.
        package init(app: String? = nil, limit: Int? = nil) {
            self.app = app
            self.limit = limit
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case limit
        }

        /// What a reply to ListAccesses carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The newest first.
            package var accesses: [Access]

            /// Creates a value of its members.
            package init(accesses: [Access]) {
                self.accesses = accesses
            }
        }
    }

    /// Seals everything on the disk anew, with a fresh key.
    ///
    /// Only root may.
    package struct Rekey: MethodParameters {
        package static let method = "io.waymark.Settings.Rekey"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to Rekey carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// How many values were sealed.
            package var sealed: Int

            /// Creates a value of its members.
            package init(sealed: Int) {
                self.sealed = sealed
            }
        }
    }
}

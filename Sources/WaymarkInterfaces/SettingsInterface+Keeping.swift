// What is kept, and how.
extension SettingsInterface {
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

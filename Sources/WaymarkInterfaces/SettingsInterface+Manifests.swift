// Manifests that people bring along.
extension SettingsInterface {
    /// Registers the manifest of an app of the caller, for which none is installed on the machine.
    package struct RegisterManifest: MethodParameters {
        package static let method = "io.waymark.Settings.RegisterManifest"

        /// The whole file.
        package var text: String

        /// The user it is for; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(text: String, user: Int? = nil) {
            self.text = text
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case text
            case user
        }

        /// What a reply to RegisterManifest carries.
        package struct Reply: Codable, Hashable, Sendable {
            package enum Outcome: String, Codable, Hashable, Sendable, CaseIterable {
                case added
                case replaced
                case unchanged
                case hidden
            }

            /// The app that it is of.
            package var app: String

            /// What became of it; hidden where the machine has a manifest of this app, which is the one that
            /// counts.
            package var outcome: Outcome

            /// Creates a value of its members.
            package init(app: String, outcome: Outcome) {
                self.app = app
                self.outcome = outcome
            }
        }
    }

    /// Forgets a manifest that was registered.
    package struct WithdrawManifest: MethodParameters {
        package static let method = "io.waymark.Settings.WithdrawManifest"

        /// The app.
        package var app: String

        /// The user it is for; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(app: String, user: Int? = nil) {
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
}

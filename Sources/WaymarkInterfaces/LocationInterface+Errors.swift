// The errors of io.waymark.Location.
extension LocationInterface {
    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Location.UnknownSession"

        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// The app's manifest does not say what it wants the location for, so nobody is asked.
    package struct MissingPurpose: InterfaceError {
        package static let name = "io.waymark.Location.MissingPurpose"

        package var app: String

        /// The key that the manifest lacks, as it stands there.
        package var key: String

        /// Creates a value of its members.
        package init(app: String, key: String) {
            self.app = app
            self.key = key
        }
    }

    /// The system says that the program is another app, by the sandbox or the unit that it runs in.
    package struct AppMismatch: InterfaceError {
        package static let name = "io.waymark.Location.AppMismatch"

        /// The app that the program says it is.
        package var claimed: String

        /// The apps that it may be.
        package var apps: [String]

        /// What tells so and what to do, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(claimed: String, apps: [String], reason: String) {
            self.claimed = claimed
            self.apps = apps
            self.reason = reason
        }
    }

    /// What was decided is in force, but could not be saved, and a restart would lose it.
    ///
    /// It is saved as soon as that works.
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Location.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

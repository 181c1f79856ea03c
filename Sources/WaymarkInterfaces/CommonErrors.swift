/// One of our interfaces, after which its errors are named.
package protocol NamedInterface: Sendable {
    /// The reverse-domain name, `io.waymark.Host`.
    static var name: String { get }
}

/// The errors that several interfaces declare alike, each under its own name.
package enum CommonErrors<Interface: NamedInterface> {
    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static var name: String { Interface.name + ".UnknownSession" }

        /// The session.
        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// The caller has no such widget, or the session serves none.
    package struct UnknownWidget: InterfaceError {
        package static var name: String { Interface.name + ".UnknownWidget" }

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }

    /// The system says that the program is another app, by the sandbox or the unit that it runs in.
    package struct AppMismatch: InterfaceError {
        package static var name: String { Interface.name + ".AppMismatch" }

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
        package static var name: String { Interface.name + ".StateNotSaved" }

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

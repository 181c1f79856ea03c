// The errors of io.waymark.Host.
extension HostInterface {
    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Host.UnknownSession"

        /// The session.
        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// No provider of this user has registered this kind.
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Host.UnknownKind"

        /// The app.
        package var app: String

        /// The kind.
        package var kind: String

        /// Creates a value of its members.
        package init(app: String, kind: String) {
            self.app = app
            self.kind = kind
        }
    }

    /// The caller has no such widget.
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Host.UnknownWidget"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }

    /// What was decided is in force, but could not be saved, and a restart would lose it.
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Host.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

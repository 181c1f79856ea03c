// The errors of io.waymark.Widgets.
extension WidgetsInterface {
    /// No open stream of this caller has this session.
    package struct UnknownSession: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownSession"

        /// The session.
        package var session: String

        /// Creates a value of its members.
        package init(session: String) {
            self.session = session
        }
    }

    /// The request is not waiting for an answer.
    package struct RequestOver: InterfaceError {
        package static let name = "io.waymark.Widgets.RequestOver"

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package enum Why: String, Codable, Hashable, Sendable, CaseIterable {
            case answered
            case late
            case removed
            case unknown
        }

        /// The request.
        package var request: String

        /// It was answered, its deadline passed, its widget was removed, or this session never had it.
        package var why: Why

        /// Creates a value of its members.
        package init(request: String, why: Why) {
            self.request = request
            self.why = why
        }
    }

    /// The session serves no such kind.
    package struct UnknownKind: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownKind"

        /// The kind.
        package var kind: String

        /// Creates a value of its members.
        package init(kind: String) {
            self.kind = kind
        }
    }

    /// The session serves no such widget.
    package struct UnknownWidget: InterfaceError {
        package static let name = "io.waymark.Widgets.UnknownWidget"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }
    }

    /// The system says that the program is another app.
    package struct AppMismatch: InterfaceError {
        package static let name = "io.waymark.Widgets.AppMismatch"

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
    package struct StateNotSaved: InterfaceError {
        package static let name = "io.waymark.Widgets.StateNotSaved"

        /// What prevents it, for a person.
        package var reason: String

        /// Creates a value of its members.
        package init(reason: String) {
            self.reason = reason
        }
    }
}

// The methods of io.waymark.Host, each known by its parameters.
extension HostInterface {
    /// Places a widget of a kind that a provider has registered.
    package struct Place: MethodParameters {
        package static let method = "io.waymark.Host.Place"

        /// The app.
        package var app: String

        /// The kind.
        package var kind: String

        /// The user whose app it is; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(app: String, kind: String, user: Int? = nil) {
            self.app = app
            self.kind = kind
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case kind
            case user
        }

        /// What a reply to Place carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The new widget.
            package var widget: String

            /// Creates a value of its members.
            package init(widget: String) {
                self.widget = widget
            }
        }
    }

    /// Removes a widget for good.
    package struct Remove: MethodParameters {
        package static let method = "io.waymark.Host.Remove"

        /// The widget.
        package var widget: String

        /// Creates a value of its members.
        package init(widget: String) {
            self.widget = widget
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case widget
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Says that a widget came into view or went out of it.
    package struct SetVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetVisibility"

        /// The widget.
        package var widget: String

        /// Whether it is in view.
        package var visible: Bool

        /// The caller's Watch session, with which the view ends; without one it lasts until it is taken
        /// back.
        package var session: String?

        /// Creates a value of its members.
        package init(widget: String, visible: Bool, session: String? = nil) {
            self.widget = widget
            self.visible = visible
            self.session = session
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case widget
            case visible
            case session
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Says that an app's windows are visible or hidden: a hidden app is not in use, though it runs.
    ///
    /// Holds until the caller's Watch session ends.
    package struct SetAppVisibility: MethodParameters {
        package static let method = "io.waymark.Host.SetAppVisibility"

        /// The app.
        package var app: String

        /// Whether its windows are visible.
        package var visible: Bool

        /// The caller's Watch session.
        package var session: String

        /// The user whose app it is; the caller where absent.
        package var user: Int?

        /// Creates a value of its members.
        package init(app: String, visible: Bool, session: String, user: Int? = nil) {
            self.app = app
            self.visible = visible
            self.session = session
            self.user = user
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case app
            case visible
            case session
            case user
        }

        /// The reply carries nothing.
        package typealias Reply = Nothing
    }

    /// Streams what to show.
    ///
    /// The first reply carries the session and all watched widgets; each change follows. Without more the
    /// answer is ExpectedMore.
    package struct Watch: MethodParameters {
        package static let method = "io.waymark.Host.Watch"

        /// Only these widgets; all of the caller's where absent.
        package var widgets: [String]?

        /// Creates a value of its members.
        package init(widgets: [String]? = nil) {
            self.widgets = widgets
        }

        package enum CodingKeys: String, CodingKey, CaseIterable {
            case widgets
        }

        /// What a reply to Watch carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// What the event is; keepAlive says nothing but that the service lives.
            package enum Event: String, Codable, Hashable, Sendable, CaseIterable {
                case session
                case widget
                case removed
                case keepAlive
            }

            /// Counts the events of this stream, from 1.
            package var sequence: Int

            /// What the event is; keepAlive says nothing but that the service lives.
            package var event: Event

            /// How many older events about the same widgets were dropped, because this client was slow.
            package var dropped: Int?

            /// The session, in the first reply.
            package var session: String?

            /// All watched widgets, in the first reply.
            package var widgets: [WidgetView]?

            /// The widget that changed.
            package var widget: WidgetView?

            /// The widget that was removed.
            package var removed: String?

            /// Creates a value of its members.
            package init(
                sequence: Int,
                event: Event,
                dropped: Int? = nil,
                session: String? = nil,
                widgets: [WidgetView]? = nil,
                widget: WidgetView? = nil,
                removed: String? = nil
            ) {
                self.sequence = sequence
                self.event = event
                self.dropped = dropped
                self.session = session
                self.widgets = widgets
                self.widget = widget
                self.removed = removed
            }
        }
    }
}

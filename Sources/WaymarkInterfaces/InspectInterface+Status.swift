// How the service is doing.
extension InspectInterface {
    /// Whoever is entitled to a location now: a widget or a request.
    package struct Consumer: Codable, Hashable, Sendable {
        /// What it asks of receivers.
        package enum Want: String, Codable, Hashable, Sendable, CaseIterable {
            case everyFix
            case fix
            case significantChanges
        }

        /// What entitles it.
        package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
            case inView
            case inUseWindow
            case appInUse
            case always
        }

        /// The app that it belongs to.
        package var app: String

        /// The user that it belongs to.
        package var user: Int

        /// What it asks of receivers.
        package var want: Want

        /// What entitles it.
        package var ground: Ground

        /// The widget, where it is one.
        package var widget: String?

        /// The request, where it is one.
        package var request: String?

        /// Creates a value of its members.
        package init(
            app: String,
            user: Int,
            want: Want,
            ground: Ground,
            widget: String? = nil,
            request: String? = nil
        ) {
            self.app = app
            self.user = user
            self.want = want
            self.ground = ground
            self.widget = widget
            self.request = request
        }
    }

    /// Tells how the service is doing.
    package struct GetStatus: MethodParameters {
        package static let method = "io.waymark.Inspect.GetStatus"

        /// Creates a value of its members.
        package init() {}

        /// The members a call may have: none.
        package typealias CodingKeys = NoMembers

        /// What a reply to GetStatus carries.
        package struct Reply: Codable, Hashable, Sendable {
            /// The service's version.
            package var version: String

            /// Seconds since it started.
            package var uptimeSeconds: Double

            /// Whether location services are on for the caller's apps.
            package var servicesOn: Bool

            /// Whether they are switched off for everybody.
            package var servicesOffForEverybody: Bool

            /// Whether somebody may use a fix now, so that receivers are on.
            package var receiversWanted: Bool

            /// Whether receivers are on; for a while they are after nobody wants them.
            package var receiversOn: Bool

            /// How long they have been on or off.
            package var receiversSinceSeconds: Double

            /// How long they pause yet, where nothing but significant changes is wanted.
            package var receiversPauseSeconds: Double?

            /// Why receivers are on or off, for a person.
            package var receiversReason: String

            /// The caller's consumers that are entitled to a location now, 20 at most.
            package var consumers: [Consumer]

            /// The receivers.
            package var receivers: [Receiver]

            /// Apps of the caller.
            package var apps: Int

            /// Widgets of the caller.
            package var widgets: Int

            /// Open streams of the caller.
            package var sessions: Int

            /// How long a widget counts as in use after it was last in view.
            package var inUseWindowSeconds: Double

            /// How far the machine must move for a significant change.
            package var significantDistanceMeters: Double

            /// How much time must lie between two.
            package var significantIntervalSeconds: Double

            /// The age of the last one, where there was one since the start.
            package var lastSignificantChangeAgeSeconds: Double?

            /// Creates a value of its members.
            package init(
                version: String,
                uptimeSeconds: Double,
                servicesOn: Bool,
                servicesOffForEverybody: Bool,
                receiversWanted: Bool,
                receiversOn: Bool,
                receiversSinceSeconds: Double,
                receiversPauseSeconds: Double? = nil,
                receiversReason: String,
                consumers: [Consumer],
                receivers: [Receiver],
                apps: Int,
                widgets: Int,
                sessions: Int,
                inUseWindowSeconds: Double,
                significantDistanceMeters: Double,
                significantIntervalSeconds: Double,
                lastSignificantChangeAgeSeconds: Double? = nil
            ) {
                self.version = version
                self.uptimeSeconds = uptimeSeconds
                self.servicesOn = servicesOn
                self.servicesOffForEverybody = servicesOffForEverybody
                self.receiversWanted = receiversWanted
                self.receiversOn = receiversOn
                self.receiversSinceSeconds = receiversSinceSeconds
                self.receiversPauseSeconds = receiversPauseSeconds
                self.receiversReason = receiversReason
                self.consumers = consumers
                self.receivers = receivers
                self.apps = apps
                self.widgets = widgets
                self.sessions = sessions
                self.inUseWindowSeconds = inUseWindowSeconds
                self.significantDistanceMeters = significantDistanceMeters
                self.significantIntervalSeconds = significantIntervalSeconds
                self.lastSignificantChangeAgeSeconds = lastSignificantChangeAgeSeconds
            }
        }
    }
}

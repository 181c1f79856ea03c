// How the service is doing.
extension InspectInterface {
    /// A widget that may use fixes now.
    package struct ReceiverUser: Codable, Hashable, Sendable {
        /// What entitles it.
        package enum Ground: String, Codable, Hashable, Sendable, CaseIterable {
            case inView
            case inUseWindow
            case appInUse
            case alwaysNow
            case always
        }

        /// The widget.
        package var widget: String

        /// Its app.
        package var app: String

        /// The user it belongs to.
        package var user: Int

        /// What entitles it.
        package var ground: Ground

        /// Creates a value of its members.
        package init(widget: String, app: String, user: Int, ground: Ground) {
            self.widget = widget
            self.app = app
            self.user = user
            self.ground = ground
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
            /// The version.
            package var version: String

            /// The uptime seconds.
            package var uptimeSeconds: Double

            /// The receivers wanted.
            package var receiversWanted: Bool

            /// The receivers on.
            package var receiversOn: Bool

            /// The receivers since seconds.
            package var receiversSinceSeconds: Double

            /// The receivers pause seconds.
            package var receiversPauseSeconds: Double?

            /// The receivers reason.
            package var receiversReason: String

            /// The receiver users.
            package var receiverUsers: [ReceiverUser]

            /// The receivers.
            package var receivers: [Receiver]

            /// The apps.
            package var apps: Int

            /// The widgets.
            package var widgets: Int

            /// The sessions.
            package var sessions: Int

            /// The in use window seconds.
            package var inUseWindowSeconds: Double

            /// The significant distance meters.
            package var significantDistanceMeters: Double

            /// The significant interval seconds.
            package var significantIntervalSeconds: Double

            /// The last significant change age seconds.
            package var lastSignificantChangeAgeSeconds: Double?

            /// Creates a value of its members.
            package init(
                version: String,
                uptimeSeconds: Double,
                receiversWanted: Bool,
                receiversOn: Bool,
                receiversSinceSeconds: Double,
                receiversPauseSeconds: Double? = nil,
                receiversReason: String,
                receiverUsers: [ReceiverUser],
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
                self.receiversWanted = receiversWanted
                self.receiversOn = receiversOn
                self.receiversSinceSeconds = receiversSinceSeconds
                self.receiversPauseSeconds = receiversPauseSeconds
                self.receiversReason = receiversReason
                self.receiverUsers = receiverUsers
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

/// The types of `io.waymark.Host`, whose description says what each means.
package enum HostInterface: NamedInterface {
    package static let name = "io.waymark.Host"

    /// One dated state of a widget.
    package typealias Entry = WidgetsInterface.Entry

    /// How a widget stands with the location.
    package enum WidgetStatus: String, Codable, Hashable, Sendable, CaseIterable {
        /// Its kind does not want a location.
        case ready

        /// It was last made with a location.
        case fix

        /// It has no timeline yet.
        case waiting

        /// It may not know the location.
        case denied

        /// It may, but there was none: not in view lately, or no fix.
        case unavailable
    }

    /// A widget as a host shows it.
    package struct WidgetView: Codable, Hashable, Sendable {
        /// The widget.
        package var widget: String

        /// Its app.
        package var app: String

        /// Its kind.
        package var kind: String

        /// The user it belongs to.
        package var user: Int

        /// How it stands with the location.
        package var status: WidgetStatus

        /// The entry to show now, where it has a timeline.
        package var entry: Entry?

        /// Creates a value of its members.
        package init(
            widget: String,
            app: String,
            kind: String,
            user: Int,
            status: WidgetStatus,
            entry: Entry? = nil
        ) {
            self.widget = widget
            self.app = app
            self.kind = kind
            self.user = user
            self.status = status
            self.entry = entry
        }
    }
}
